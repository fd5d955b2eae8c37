import * as vscode from 'vscode';
import { languages } from '../platform/ids.ts';
import { parseDocumentUri } from './documentUri.ts';

/**
 * Gives our documents their language when they are opened: `"files.associations": {"*.json": "jsonc"}` comes
 * before what an extension declares, and would take away completion, the code lens, and the defaults of our
 * languages. A language that a user chooses for an open document stays.
 */
export function keepDocumentLanguages(): vscode.Disposable {
  const seen = new WeakSet<vscode.TextDocument>();
  const keep = (document: vscode.TextDocument) => {
    const ref = parseDocumentUri(document.uri);
    if (ref === undefined || ref.kind === 'schema' || seen.has(document)) return;
    seen.add(document);
    const language = languages[ref.objectKind];
    if (document.languageId !== language) void vscode.languages.setTextDocumentLanguage(document, language);
  };
  for (const document of vscode.workspace.textDocuments) keep(document);
  return vscode.workspace.onDidOpenTextDocument(keep);
}
