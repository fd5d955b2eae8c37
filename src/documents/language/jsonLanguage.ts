import * as vscode from 'vscode';
import { languages } from '../../platform/ids.ts';
import { parseDocumentUri } from '../documentUri.ts';

const ours: ReadonlySet<string> = new Set(Object.values(languages));

/**
 * Activates VS Code's JSON support, which serves our languages (`jsonLanguageParticipants`) but is not activated by
 * them, with the first of our documents that is shown as text. It is large and starts a process, which a form does
 * not need.
 */
export function activateJsonLanguage(): vscode.Disposable {
  const wake = () => {
    if (!vscode.window.visibleTextEditors.some(({ document }) => ours.has(document.languageId))) return;
    const json = vscode.extensions.getExtension<unknown>('vscode.json-language-features');
    // If it is disabled, documents still work, but without VS Code's own completion and hovers.
    if (json !== undefined && !json.isActive) void json.activate();
  };
  wake();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(wake),
    // Changing the language closes and reopens a document, which also fires this.
    vscode.workspace.onDidOpenTextDocument(wake),
  );
}

/**
 * Sets the language of our documents when they are opened: `"files.associations": {"*.json": "jsonc"}` takes
 * precedence over what an extension contributes, and would disable completion, the code lens, and our language
 * defaults. A language that the user selects for an open document stays.
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
