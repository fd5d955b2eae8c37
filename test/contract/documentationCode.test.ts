import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDirectory } from '../support/projectFiles.ts';
import { startDemoProgram } from './support/programs.ts';

/** Inside the project, where TypeScript and Node find its packages. */
const folder = join(projectDirectory, 'out/documentation', String(process.pid));
const run = promisify(execFile);

/** Types that a page describes elsewhere. */
const described = 'declare global { type JobFields = object; type GroupFields = object }\nexport {};\n';

interface Example {
  readonly page: string;
  readonly code: string;
}

function examplesIn(page: string): Example[] {
  const blocks = readFileSync(join(projectDirectory, page), 'utf8').matchAll(
    /^```(?:ts|typescript)\n(.*?)^```$/gms,
  );
  return Array.from(blocks, ([, code = '']) => ({ page, code }));
}

const pages = readdirSync(projectDirectory)
  .concat(readdirSync(join(projectDirectory, 'docs')).map(name => `docs/${name}`))
  .filter(name => name.endsWith('.md'));
const examples = pages.flatMap(examplesIn);

describe('the TypeScript in the documents', function () {
  this.timeout(60_000);

  before(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'described.d.ts'), described);
    for (const [index, { code }] of examples.entries()) {
      const text = code
        .replaceAll("'./src/", "'../../../src/")
        .replaceAll("'./deviceAutomation'", "'../../../src/platform/offered/extensionApi.ts'");
      writeFileSync(join(folder, `example${index}.ts`), `${text}export {};\n`);
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  it('compiles', async () => {
    assert.ok(examples.length >= 1, 'examples are found');
    const compilerOptions = {
      incremental: false,
      tsBuildInfoFile: null,
      noUnusedLocals: false,
      types: ['node'],
    };
    const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(projectDirectory, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', folder]).catch(({ stdout: errors }) => ({ stdout: errors }));
    assert.equal(stdout, '');
  });

  it('runs against the demo server if it is a program', async () => {
    const server = await startDemoProgram('--jobs', '30', '--page-size', '20');
    try {
      const programs = examples.flatMap(({ code }, index) => (code.includes("'./src/") ? [index] : []));
      assert.ok(programs.length >= 1, 'programs are found');
      for (const index of programs) {
        const file = join(folder, `example${index}.ts`);
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('https://rm.example.com', server.url));
        const env = { ...process.env, TOKEN: server.token };
        const { stdout } = await run(process.execPath, ['--import', 'tsx', file], {
          cwd: projectDirectory,
          env,
        });
        assert.match(stdout, /^(?:\d+ .+\n){30}$/, examples[index]?.page);
      }
    } finally {
      await server.end();
    }
  });
});
