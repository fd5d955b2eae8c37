import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { t } from './localize.ts';
import { noticeText } from './safeText.ts';

export interface PathQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
}

/** Asks for the path of a file, which is typed, or chosen in a dialog; `undefined` if the user cancels. */
export async function askPath(question: PathQuestion): Promise<string | undefined> {
  let value: string | undefined = question.value;
  while (value !== undefined) {
    const input = await typePath({ ...question, value });
    if (!input.isBrowsing) return input.value;
    // A dialog of VS Code itself closes the input box, which is shown again if nothing is chosen.
    value = input.value ?? '';
    const chosen = await chooseFile(question.title);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

interface TypedPath {
  readonly value: string | undefined;
  readonly isBrowsing: boolean;
}

function typePath({ title, prompt, value }: PathQuestion): Promise<TypedPath> {
  const box = vscode.window.createInputBox();
  box.title = title;
  box.prompt = noticeText(prompt);
  box.value = value;
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new vscode.ThemeIcon('folder-opened'), tooltip: t('Select File…') }];
  return new Promise(resolve => {
    const end = (typed: TypedPath) => {
      resolve(typed);
      box.dispose();
    };
    box.onDidAccept(() => end({ value: plainPath(box.value), isBrowsing: false }));
    box.onDidTriggerButton(() => end({ value: box.value, isBrowsing: true }));
    box.onDidHide(() => end({ value: undefined, isBrowsing: false }));
    box.show();
  });
}

/** Windows copies paths in quotes. */
function plainPath(typed: string): string {
  return typed.trim().replace(/^"(.*)"$/, '$1');
}

/** Only files where the extension runs: it cannot read those of a remote computer. */
async function chooseFile(title: string): Promise<string | undefined> {
  const defaultUri = vscode.Uri.file(homedir());
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: t('Select'), defaultUri })) ?? [];
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}
