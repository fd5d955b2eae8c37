import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../../../scripts/paths.ts';
import type { CleanRequest } from './cleaner/cleanRequest.ts';

const CLEAN_LIMIT_MS = 15_000;

const manifest = {
  name: 'cleaner',
  publisher: 'device-automation-tests',
  version: '1.0.0',
  engines: { vscode: '^1.99.0' },
  main: './extension.cjs',
  activationEvents: ['onStartupFinished'],
};

let bundled: Promise<string> | undefined;

/** Builds the extension that cleans a window between tests into a folder. */
export async function makeCleaner(folder: string): Promise<void> {
  bundled ??= bundle();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, manifest.main), await bundled);
}

/**
 * Closes everything in the window without saving, and makes these the only user settings. Rejects if something is left
 * open.
 */
export async function cleanWindow(folder: string, request: CleanRequest): Promise<void> {
  const port = await readFile(join(folder, 'port'), 'utf8');
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(CLEAN_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`The window was not cleaned: ${await response.text()}`);
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(repositoryRoot, 'test/ui/support/cleaner/extension.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  return outputFiles[0]?.text ?? '';
}
