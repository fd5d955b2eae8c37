import assert from 'node:assert/strict';
import { build, type Plugin } from 'esbuild';
import { hostGlobals } from '../../scripts/hostGlobals.mjs';
import { manifestVersion } from '../../scripts/manifestVersion.mjs';
import { projectDirectory } from '../support/projectFiles.ts';

/** Folders that the rows of a view do not need. */
const notForRows = [
  'agents',
  'commands',
  'files',
  'forms',
  'doctor',
  'fleetProblems',
  'timeline',
  'timelinePanel',
  'workspaceFiles',
  'demo',
];

/** What is imported with `import()` is a file of its own. */
const withoutLazyImports: Plugin = {
  name: 'without-lazy-imports',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

describe('what is loaded for the first rows', () => {
  let loaded: string[];
  let text: string;

  before(async function () {
    this.timeout(60_000);
    const { metafile, outputFiles } = await build({
      absWorkingDir: projectDirectory,
      entryPoints: ['src/app.ts'],
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'cjs',
      define: hostGlobals,
      plugins: [manifestVersion, withoutLazyImports],
      mainFields: ['module', 'main'],
      external: ['vscode', 'undici'],
      outdir: 'out',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    const [output] = Object.values(metafile.outputs);
    assert.ok(output !== undefined);
    loaded = Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    );
    text = outputFiles.map(file => file.text).join('');
  });

  for (const folder of notForRows) {
    it(`includes nothing from ${folder}`, () => {
      assert.deepEqual(
        loaded.filter(path => path.startsWith(`src/${folder}/`)),
        [],
      );
    });
  }

  it('is smaller than 480 kB', () => {
    assert.ok(text.length < 480_000, `${text.length} characters`);
  });

  it('does not read what VS Code logs as an error of the extension', () => {
    assert.doesNotMatch(text, /\bnavigator\b/);
  });
});
