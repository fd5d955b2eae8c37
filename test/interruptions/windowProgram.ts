import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface WindowProgram {
  readonly file: string;
  remove(): Promise<void>;
}

/** Builds the extension as a plain Node program: bundled once, so that hundreds of windows start fast. */
export function buildWindowProgram(): Promise<WindowProgram> {
  return buildProgram('window.ts', '../support/vscode/vscodeFake.ts');
}

/** The same for any entry point in this folder, with a fake of VS Code. */
export async function buildProgram(entry: string, vscode: string): Promise<WindowProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'da-window-'));
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  await build({
    entryPoints: [here(entry)],
    outfile: join(folder, 'window.mjs'),
    alias: { vscode: here(vscode) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    // CommonJS packages `require` Node's modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'silent',
  });
  const file = join(folder, 'window.mjs');
  return {
    file,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
