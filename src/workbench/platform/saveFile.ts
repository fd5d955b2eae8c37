import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { displayText } from '../../base/displayText.ts';
import { ExplainedError } from '../../base/explainedError.ts';
import { writeFaultText } from '../../base/fileErrors.ts';
import type { Localizer } from '../../base/localizer.ts';

/** Without this mark, Excel does not read a CSV file as UTF-8. */
export function withByteOrderMark(csv: string): string {
  return `\uFEFF${csv}`;
}

/** A file was not saved where the user wanted it. */
class SaveFileError extends ExplainedError {
  override readonly name = 'SaveFileError';
  readonly #file: string;

  constructor(file: string, cause: unknown) {
    super('the file was not saved', { cause });
    this.#file = file;
  }

  explain(localizer: Localizer): string {
    return localizer.t('Could not save “{file}”: {reason}', {
      file: displayText(this.#file, 80),
      reason: writeFaultText(this.cause, localizer),
    });
  }
}

/** Writes a text to a file that the user chooses. Resolves with the name of the file; `undefined` if the user cancels. */
export async function saveFile(title: string, extension: string, text: string): Promise<string | undefined> {
  const name = `${title.replaceAll(',', '').replace(/\s*[^\p{L}\p{N}\s._-]+\s*/gu, '-')}.${extension}`;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isWritable = ({ uri }: vscode.WorkspaceFolder) =>
    vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== false;
  const folder = folders.find(isWritable)?.uri ?? vscode.Uri.file(homedir());
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (uri === undefined) return undefined;
  const file = basename(uri.path);
  try {
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  } catch (error) {
    throw new SaveFileError(file, error);
  }
  return file;
}
