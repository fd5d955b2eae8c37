import * as vscode from 'vscode';
import { languages } from '../../platform/ids.ts';
import { parseDocumentUri } from '../documentUri.ts';

const ours: ReadonlySet<string> = new Set(Object.values(languages));

/**
 * VS Code's JSON support serves our languages (`jsonLanguageParticipants`) but is not activated by them, so the first
 * of our documents that is shown as text activates it. It is large and starts a process, for which a form would wait
 * without needing it.
 */
export function wakeJsonLanguage(): vscode.Disposable {
  const wake = () => {
    if (!vscode.window.visibleTextEditors.some(({ document }) => ours.has(document.languageId))) return;
    const json = vscode.extensions.getExtension<unknown>('vscode.json-language-features');
    // Where it is disabled, documents still work; only completion and hover of VS Code's own are missing.
    if (json !== undefined && !json.isActive) void json.activate();
  };
  wake();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(wake),
    // Also when a document that is shown changes its language, which closes and opens it.
    vscode.workspace.onDidOpenTextDocument(wake),
  );
}

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
