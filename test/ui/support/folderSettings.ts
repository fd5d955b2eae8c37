import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../scripts/vscode/userSettings.ts';
import type { VSCodeUnderTest } from './useVSCode.ts';

/** Writes folder settings while a text editor is open. Its line numbers disappear when VS Code has applied them. */
export async function writeFolderSettings(
  { session, page }: VSCodeUnderTest,
  settings: Settings,
): Promise<void> {
  const folder = join(session.workspace, '.vscode');
  await mkdir(folder);
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({ ...settings, 'editor.lineNumbers': 'off' }),
  );
  await page.locator('.monaco-editor .line-numbers').first().waitFor({ state: 'hidden' });
}

/** Removes the settings before the next tests use the window. */
export async function removeFolderSettings({ session, page }: VSCodeUnderTest): Promise<void> {
  await rm(join(session.workspace, '.vscode'), { recursive: true });
  await page.locator('.monaco-editor .line-numbers').first().waitFor();
}
