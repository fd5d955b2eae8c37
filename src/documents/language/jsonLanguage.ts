import * as vscode from 'vscode';
import { languages } from '../../platform/ids.ts';

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
