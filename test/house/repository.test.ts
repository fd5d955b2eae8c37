import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { linksIn } from '../../scripts/packageLinks.ts';
import { isTakeout, projectDirectory } from '../support/projectFiles.ts';

const read = (path: string) => readFileSync(join(projectDirectory, path), 'utf8');
const readJson = <T>(path: string, schema: z.ZodType<T>): T => schema.parse(JSON.parse(read(path)));

const { scripts } = readJson('package.json', z.looseObject({ scripts: z.record(z.string(), z.string()) }));
const tasks = readJson(
  '.vscode/tasks.json',
  z.looseObject({ tasks: z.array(z.looseObject({ label: z.string(), script: z.string() })) }),
).tasks;
const LaunchSchema = z.looseObject({
  configurations: z.array(
    z.looseObject({
      name: z.string(),
      preLaunchTask: z.string().optional(),
      program: z.string().optional(),
      args: z.array(z.string()).optional(),
    }),
  ),
});

const guides = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/performance.md',
  'docs/testing.md',
  '.github/workflows/test.yml',
];

describe('the guides for contributors', () => {
  for (const guide of guides) {
    it(`${guide} names scripts that exist`, () => {
      const named = Array.from(read(guide).matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => name);
      assert.deepEqual(
        named.filter(name => !(name in scripts)),
        [],
      );
    });
  }

  for (const guide of ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/design.md']) {
    (isTakeout ? it.skip : it)(`${guide} names source files that exist`, () => {
      const named = Array.from(read(guide).matchAll(/`((?:[\w.]+\/)+\w+\.\w*ts)`/g), ([, path = '']) => path);
      assert.deepEqual(
        named.filter(path => !['', 'src'].some(root => existsSync(join(projectDirectory, root, path)))),
        [],
      );
    });
  }

  it('and all other pages link to files that exist', () => {
    const folders = ['', 'docs', 'test'];
    const pages = folders.flatMap(folder =>
      readdirSync(join(projectDirectory, folder))
        .filter(name => name.endsWith('.md'))
        .map(name => join(folder, name)),
    );
    assert.ok(pages.length > 15);
    const broken = pages.flatMap(page =>
      linksIn(read(page))
        .filter(link => !existsSync(join(projectDirectory, dirname(page), link)))
        .map(link => `${page}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it('.vscode runs tasks and files that exist', () => {
    assert.deepEqual(
      tasks.filter(({ script }) => !(script in scripts)),
      [],
    );
    const { configurations } = readJson('.vscode/launch.json', LaunchSchema);
    assert.ok(configurations.length > 0);
    for (const { name, preLaunchTask, program, args = [] } of configurations) {
      if (preLaunchTask !== undefined) {
        assert.ok(
          tasks.some(({ label }) => label === preLaunchTask),
          `${name}: ${preLaunchTask}`,
        );
      }
      for (const text of [...args, ...(program === undefined ? [] : [program])]) {
        const path = /\$\{workspaceFolder\}\/(.+)/.exec(text)?.[1];
        assert.ok(path === undefined || existsSync(join(projectDirectory, path)), `${name}: ${text}`);
      }
    }
  });

  it('the files of the hosting service quote texts that YAML would read as a mapping', () => {
    const files = readdirSync(join(projectDirectory, '.github'), { recursive: true, encoding: 'utf8' });
    const yamlFiles = files.filter(file => file.endsWith('.yml'));
    assert.ok(yamlFiles.length > 3);
    const plainWithColon = /^\s*(?:- )?[\w-]+: (?!["'|>[{]).*: /;
    for (const file of yamlFiles) {
      const wrong = read(join('.github', file))
        .split('\n')
        .filter(line => plainWithColon.test(line));
      assert.deepEqual(wrong, [], file);
    }
  });

  it('the workflow runs stages and reads files that exist', () => {
    const workflow = read('.github/workflows/test.yml');
    const stages = read('scripts/stages.ts');
    const named = [...workflow.matchAll(/--only ([\w,]+)/g)].flatMap(([, names = '']) => names.split(','));
    assert.ok(named.length > 0);
    for (const name of named) assert.match(stages, new RegExp(`^  ${name}: |: .*'${name}'`, 'm'));
    const [, hashed = ''] = /hashFiles\(([^)]+)\)/.exec(workflow) ?? [];
    const paths = Array.from(hashed.matchAll(/'([^']+?)(?:\/\*\*)?'/g), ([, path = '']) => path);
    assert.ok(paths.length > 0);
    for (const path of paths) assert.ok(existsSync(join(projectDirectory, path)), path);
  });
});
