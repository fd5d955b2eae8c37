import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { choose, type Defects, planted } from './planted.ts';

export interface WindowProgram {
  readonly file: string;
  /** The same program with one of the defects it was built with. */
  withDefect(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** Builds the extension as a plain Node program: bundled once, so that hundreds of windows start fast. */
export function buildWindowProgram(defects: Defects = {}): Promise<WindowProgram> {
  return buildProgram('window.ts', '../support/vscode/vscodeFake.ts', defects);
}

/** The same for any entry point in this folder, with a fake of VS Code. */
export async function buildProgram(
  entry: string,
  vscode: string,
  defects: Defects = {},
): Promise<WindowProgram> {
  const plugin = planted(defects);
  const folder = await mkdtemp(join(tmpdir(), 'da-window-'));
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  await build({
    entryPoints: [here(entry)],
    outfile: join(folder, 'window.mjs'),
    plugins: [plugin],
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
    async withDefect(name) {
      const chosen = join(folder, `${Object.keys(defects).indexOf(name)}.mjs`);
      await writeFile(chosen, `${choose(name)}\nawait import('./window.mjs');\n`);
      return chosen;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
