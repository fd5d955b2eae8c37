import * as vscode from 'vscode';
import { languages } from '../../platform/ids.ts';

const ours: ReadonlySet<string> = new Set(Object.values(languages));

/**
 * VS Code's JSON support serves our languages (`jsonLanguageParticipants`), but is not woken by them: it is
 * activated with the first document of ours.
 */
export function wakeJsonLanguage(): vscode.Disposable {
  const wake = (document: vscode.TextDocument) => {
    if (!ours.has(document.languageId)) return;
    const json = vscode.extensions.getExtension<unknown>('vscode.json-language-features');
    // Where it is disabled, documents still work; only completion and hover of VS Code's own are missing.
    if (json !== undefined && !json.isActive) void json.activate();
  };
  for (const document of vscode.workspace.textDocuments) wake(document);
  return vscode.workspace.onDidOpenTextDocument(wake);
}
