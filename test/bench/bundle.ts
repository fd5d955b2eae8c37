import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { projectDirectory } from '../support/projectFiles.ts';

/**
 * Bundles a program of the bench into one module, as `esbuild.mjs` bundles the extension: what is measured is what
 * ships, without what a TypeScript loader adds to every function.
 */
export async function bundled(file: string): Promise<string> {
  const outfile = join(projectDirectory, 'out/bench', `${basename(file, '.ts')}.mjs`);
  await build({
    absWorkingDir: projectDirectory,
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // Outside VS Code a view has the stand-in of the tests.
    alias: { vscode: join(projectDirectory, 'test/support/vscode/vscodeFake.ts') },
    plugins: [ownAddresses],
    logLevel: 'warning',
  });
  return outfile;
}

/** Files find their neighbours by their own address, which is another one in a bundle. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/](?:scripts|test)[\\/].*\.(?:ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const address = JSON.stringify(pathToFileURL(path).href);
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', address) };
    });
  },
};
