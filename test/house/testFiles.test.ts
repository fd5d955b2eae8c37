import assert from 'node:assert/strict';
import { build, type Metafile } from 'esbuild';
import { projectDirectory, typeScriptFiles } from '../support/projectFiles.ts';

/** Folders whose tests run in plain Node. */
const folders = ['test'];

describe('each test file that runs in plain Node', () => {
  it('can run alone: what needs `vscode` is imported after the fake, with `await import(…)`', async () => {
    const tests = folders
      .flatMap(typeScriptFiles)
      .map(({ path }) => path)
      .filter(path => path.endsWith('.test.ts') && !/^test\/(?:contrib\/\w+\/)?host\//.test(path));
    const { metafile } = await build({
      absWorkingDir: projectDirectory,
      entryPoints: tests,
      outdir: 'out',
      bundle: true,
      splitting: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      target: 'node20',
      logLevel: 'silent',
    });
    assert.ok(tests.length > 100);
    assert.deepEqual(
      tests.flatMap(test => pathToVSCode(test, metafile) ?? []),
      [],
    );
    assert.deepEqual(
      tests.filter(test => lacksFake(test, metafile)),
      [],
      'import test/support/vscode/vscodeInNode.ts',
    );
  });
});

describe('the folders of tests', () => {
  it('have the names of the rooms and contributions whose code they test', () => {
    const foldersOf = (folder: string) =>
      new Set(
        typeScriptFiles(folder).flatMap(({ path }) => /^\w+\/(contrib\/\w+|\w+)\//.exec(path)?.[1] ?? []),
      );
    const [sources, tests] = [foldersOf('src'), foldersOf('test')];
    const untested = [...sources].filter(room => !tests.has(room)).sort();
    assert.deepEqual(untested, []);
    assert.deepEqual(
      [...tests].filter(folder => folder.startsWith('contrib/') && !sources.has(folder)),
      [],
    );
  });
});

/** Whether it loads what needs `vscode` and relies on another test to have set up the fake. */
function lacksFake(test: string, { inputs }: Metafile): boolean {
  const reached = (isFollowed: (kind: string) => boolean) => {
    const files = new Set([test]);
    for (const file of files)
      for (const { path, kind } of inputs[file]?.imports ?? []) if (isFollowed(kind)) files.add(path);
    return files;
  };
  const atFirst = reached(kind => kind === 'import-statement');
  return reached(() => true).has('vscode') && !atFirst.has('test/support/vscode/vscodeInNode.ts');
}

/** The first chain of static imports that leads to `vscode`; esbuild leaves out types. */
function pathToVSCode(test: string, { inputs }: Metafile): string | undefined {
  const chains = new Map([[test, test]]);
  for (const [file, chain] of chains) {
    for (const { path, kind } of inputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (path === 'vscode') return `${chain} -> vscode`;
      if (!chains.has(path)) chains.set(path, `${chain} -> ${path}`);
    }
  }
  return undefined;
}
