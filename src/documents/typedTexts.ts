import * as vscode from 'vscode';
import { fileStat } from '../platform/lazyFileSystem.ts';
import { editedUri, typedTextUri } from './documentUri.ts';
import { openDocument } from './openDocuments.ts';

/**
 * The current text of a document as a file. Comparisons show this instead of the document, because VS Code asks about
 * unsaved changes when an editor closes, even if the document is open in another one.
 */
export function typedTextStat(uri: vscode.Uri): vscode.FileStat {
  const document = openDocument(editedUri(uri));
  return fileStat(document?.version ?? 0, document?.getText().length ?? 0, true);
}

/** A comparison that was restored with its window may be read before its document is open. */
export async function typedText(uri: vscode.Uri): Promise<string> {
  const edited = editedUri(uri);
  const document = openDocument(edited) ?? (await vscode.workspace.openTextDocument(edited));
  return document.getText();
}

/** The side of a comparison that shows the document's text, if one is open. */
export function openTypedText(document: vscode.TextDocument): vscode.Uri | undefined {
  return openDocument(typedTextUri(document.uri))?.uri;
}
