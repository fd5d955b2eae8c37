import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface WindowProgram {
  readonly file: string;
  remove(): Promise<void>;
}

/** The extension as a plain Node program: bundled once, so that hundreds of windows start fast. */
export async function buildWindowProgram(): Promise<WindowProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'da-window-'));
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  await build({
    entryPoints: [here('window.ts')],
    outfile: join(folder, 'window.mjs'),
    alias: { vscode: here('../support/vscode/vscodeFake.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    // Packages in CommonJS ask for Node's modules in the way of CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return { file: join(folder, 'window.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}
