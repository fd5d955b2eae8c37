import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type Plant, planted } from './planted.ts';

export interface WindowProgram {
  readonly file: string;
  remove(): Promise<void>;
}

/** The extension as a plain Node program: bundled once, so that hundreds of windows start fast. */
export function buildWindowProgram(plants: readonly Plant[] = []): Promise<WindowProgram> {
  return buildProgram('window.ts', '../support/vscode/vscodeFake.ts', [planted(plants)]);
}

/** The same for any entry of this folder, over a stand-in of VS Code. */
export async function buildProgram(
  entry: string,
  vscode: string,
  plugins: Plugin[] = [],
): Promise<WindowProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'da-window-'));
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  await build({
    entryPoints: [here(entry)],
    outfile: join(folder, 'window.mjs'),
    plugins,
    alias: { vscode: here(vscode) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    // CommonJS packages require Node's modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  return { file: join(folder, 'window.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}
