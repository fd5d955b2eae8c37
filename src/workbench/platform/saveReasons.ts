import * as vscode from 'vscode';
import { scheme } from './ids.ts';
import { t } from './localize.ts';

/** VS Code saved the document by itself; nothing was sent. */
class AutomaticSaveError extends Error {
  // VS Code puts the name in front of the message.
  override readonly name = '';

  constructor() {
    super(
      t(
        'Auto Save does not send changes to servers. Save the document yourself to send them, for example with Ctrl+S.',
      ),
    );
  }
}

/**
 * Records why VS Code saves each document. Registered before the rest of the extension loads, because unsaved
 * documents that VS Code restores may be saved at once.
 */
export class SaveReasons implements vscode.Disposable {
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #subscription = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
    if (document.uri.scheme === scheme) this.#reasons.set(document.uri.toString(), reason);
  });

  /** Call once per write; throws `AutomaticSaveError` unless the user started the save. */
  requireManualSave(uri: vscode.Uri): void {
    const key = uri.toString();
    const reason = this.#reasons.get(key);
    this.#reasons.delete(key);
    // VS Code gives no reason if save participants are skipped or take too long.
    const isByHand =
      reason === undefined ? !isAutoSaved(uri) : reason === vscode.TextDocumentSaveReason.Manual;
    if (!isByHand) throw new AutomaticSaveError();
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function isAutoSaved(uri: vscode.Uri): boolean {
  const key = uri.toString();
  const document = vscode.workspace.textDocuments.find(open => open.uri.toString() === key);
  const autoSave = vscode.workspace.getConfiguration('files', document ?? uri).get<string>('autoSave');
  return (autoSave ?? 'off') !== 'off';
}
