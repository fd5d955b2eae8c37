import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../../scripts/vscode/userSettings.ts';
import type { VSCodeUnderTest } from './useVSCode.ts';

/** Writes settings of the folder while a text is open: that the numbers of its lines go says when VS Code follows. */
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

/** For the tests that get the window next. */
export async function removeFolderSettings({ session, page }: VSCodeUnderTest): Promise<void> {
  await rm(join(session.workspace, '.vscode'), { recursive: true });
  await page.locator('.monaco-editor .line-numbers').first().waitFor();
}
