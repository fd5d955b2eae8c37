import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentProblems, makePackage, packageProblems } from '../../../scripts/package.ts';

const GOOD = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/package.nls.ru.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/dist/extension.cjs',
  'extension/dist/web/jobForm.js',
  'extension/l10n/bundle.l10n.ru.json',
  'extension/media/icon.svg',
];

describe('the content of a package', () => {
  it('is what the installed extension needs', () => {
    assert.deepEqual(contentProblems(GOOD), []);
  });

  for (const file of [
    'extension/src/extension.ts',
    'extension/scripts/test.mjs',
    'extension/CONTRIBUTING.md',
    'extension/.vscode/launch.json',
    'extension/.github/workflows/test.yml',
    'extension/node_modules/zod/index.js',
    'extension/dist/extension.cjs.map',
    'extension/dist/metafile.json',
    'extension/dist/cli.cjs',
    'extension/tsconfig.json',
    'extension/.vscode-test/demo/data',
    'extension/l10n/notes.md',
  ]) {
    it(`is not ${file}`, () => {
      assert.deepEqual(contentProblems([...GOOD, file]), [`should not be in the package: ${file}`]);
    });
  }

  it('must include the program', () => {
    const without = GOOD.filter(file => file !== 'extension/dist/extension.cjs');
    assert.deepEqual(contentProblems(without), ['is missing in the package: extension/dist/extension.cjs']);
  });
});

describe('a package', () => {
  const manifest = {
    name: 'small',
    publisher: 'nobody',
    version: '1.0.0',
    license: 'MIT',
    engines: { vscode: '^1.99.0' },
    repository: 'https://example.invalid/small.git',
    main: './dist/extension.cjs',
    activationEvents: [],
  };
  const files = {
    'package.json': JSON.stringify(manifest),
    'README.md': '# Small\n\nAn extension that does nothing at all, for a test of its package.\n',
    LICENSE: 'MIT',
    '.vscodeignore': '**\n!package.json\n!README.md\n!LICENSE\n!dist/**\n',
    'dist/extension.cjs': 'exports.activate = () => undefined;\n',
    'dist/other.cjs': 'exports.other = 1;\n',
  };
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-package-'));
    await mkdir(join(folder, 'dist'));
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has the same bytes whenever its files were written', async () => {
    const targets = [join(folder, 'one.vsix'), join(folder, 'two.vsix')] as const;
    await makePackage(targets[0], { folder });
    for (const path of Object.keys(files)) await utimes(join(folder, path), 1e9, 1e9);
    await makePackage(targets[1], { folder });
    const [one, two] = await Promise.all(targets.map(target => readFile(target)));
    assert.ok(one !== undefined && two !== undefined && one.length > 500);
    assert.ok(one.equals(two));
  });

  it('is rejected if the packager warns or it is too large', async () => {
    await writeFile(join(folder, 'dist/noise.cjs'), noise(900_000));
    const target = join(folder, 'large.vsix');
    assert.deepEqual(await makePackage(target, { folder }), []);
    const problems = await packageProblems(target, ['LICENSE not found']);
    assert.match(problems.join('\n'), /the packager warns: LICENSE not found/);
    assert.match(problems.join('\n'), /the package has \d+ bytes; 600000 are too many/);
  });
});

/** Incompressible text. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 94));
  }).join('');
}
