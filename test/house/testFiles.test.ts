import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { projectDirectory, typeScriptFiles } from '../support/projectFiles.ts';

/** Folders whose tests run in plain Node. */
const folders = ['test/unit', 'test/app', 'test/contract'];

describe('each test file that runs in plain Node', () => {
  it('can run alone: what needs `vscode` is imported after the fake, with `await import(…)`', async () => {
    const tests = folders
      .flatMap(typeScriptFiles)
      .map(({ path }) => path)
      .filter(path => path.endsWith('.test.ts'));
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
    assert.ok(tests.length > 400);
    assert.deepEqual(
      tests.flatMap(test => pathToVSCode(test, metafile) ?? []),
      [],
    );
  });
});

describe('the folders of unit tests', () => {
  it('are named after the rooms of src, of which the page about the architecture lists those without one', () => {
    const foldersOf = (folder: string) =>
      new Set(
        typeScriptFiles(folder).flatMap(({ path }) => /^\w+\/(?:unit\/)?(\w+)\//.exec(path)?.[1] ?? []),
      );
    const tested = foldersOf('test/unit');
    const untested = [...foldersOf('src')].filter(room => !tested.has(room)).sort();
    const page = readFileSync(join(projectDirectory, 'docs/architecture.md'), 'utf8').replace(/\s+/g, ' ');
    assert.deepEqual(untested, ['app', 'doctor', 'timelinePanel', 'workspaceFiles']);
    assert.ok(page.includes('except `app`, `doctor`, `timelinePanel` and `workspaceFiles`'));
  });
});

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
