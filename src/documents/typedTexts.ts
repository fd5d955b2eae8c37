import * as vscode from 'vscode';
import { fileStat } from '../platform/lazyFileSystem.ts';
import { editedUri, typedTextUri } from './documentUri.ts';
import { openDocument } from './openDocuments.ts';

/**
 * The typed text of a document, as a file to show. A comparison shows this instead of the document: closing
 * an editor of unsaved text asks whether to throw it away, also where it is open in another editor.
 */
export function typedTextStat(uri: vscode.Uri): vscode.FileStat {
  const document = openDocument(editedUri(uri));
  return fileStat(document?.version ?? 0, document?.getText().length ?? 0, true);
}

/** A comparison that came back with its window may be read before its document is there. */
export async function typedText(uri: vscode.Uri): Promise<string> {
  const edited = editedUri(uri);
  const document = openDocument(edited) ?? (await vscode.workspace.openTextDocument(edited));
  return document.getText();
}

/** The side of a comparison that has changed, if there is one. */
export function openTypedText(document: vscode.TextDocument): vscode.Uri | undefined {
  return openDocument(typedTextUri(document.uri))?.uri;
}
