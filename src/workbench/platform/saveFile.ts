import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';

/** Without this mark, Excel does not read a CSV file as UTF-8. */
export function withByteOrderMark(csv: string): string {
  return `\uFEFF${csv}`;
}

/** Writes a text to a file that the user chooses. Resolves with the name of the file; `undefined` if the user cancels. */
export async function saveFile(title: string, extension: string, text: string): Promise<string | undefined> {
  const name = `${title.replaceAll(',', '').replace(/\s*[^\p{L}\p{N}\s._-]+\s*/gu, '-')}.${extension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (uri === undefined) return undefined;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return basename(uri.path);
}
