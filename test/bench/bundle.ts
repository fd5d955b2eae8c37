import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { projectDirectory } from '../support/projectFiles.ts';

/**
 * Bundles a benchmark program into one module, as `esbuild.mjs` bundles the extension, to measure the code that ships,
 * without the overhead of a TypeScript loader.
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
    // Outside VS Code, views use the fake API of the tests.
    alias: { vscode: join(projectDirectory, 'test/support/vscode/vscodeFake.ts') },
    plugins: [ownAddresses],
    logLevel: 'warning',
  });
  return outfile;
}

/** Files locate others relative to `import.meta.url`, which is different in a bundle. */
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
