import * as vscode from 'vscode';
import { NotSavedError } from '../../api/model/saveErrors.ts';
import type { FormChange } from '../../pages/protocol/pageMessages.ts';
import { editDocumentText, smallestReplacement } from './documentEdit.ts';

const attempts = 3;

/** Applies changes to a document in order, each as an edit that VS Code can undo. */
export class DocumentWriter {
  readonly #document: vscode.TextDocument;
  #queue: Promise<void> = Promise.resolve();

  constructor(document: vscode.TextDocument) {
    this.#document = document;
  }

  /**
   * Resolves when the change is in the document, or if the text does not allow it. Rejects with `NotSavedError` if VS
   * Code does not apply it. `before` is called just before the change is applied.
   */
  write(change: FormChange, before: () => void = () => undefined): Promise<void> {
    const written = this.#queue.then(async () => {
      before();
      // An edit is rejected if the document has changed in the meantime, for example in the JSON editor.
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const edit = editOf(this.#document, change);
        if (edit === undefined || (await vscode.workspace.applyEdit(edit))) return;
      }
      throw new NotSavedError('edit');
    });
    // The caller reports a failed change, which must not block later ones.
    this.#queue = written.catch(() => undefined);
    return written;
  }

  /** Resolves when all changes requested so far are in the document. */
  settled(): Promise<void> {
    return this.#queue;
  }
}

function editOf(document: vscode.TextDocument, change: FormChange): vscode.WorkspaceEdit | undefined {
  const before = document.getText();
  const after = editDocumentText(before, change, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
  const replacement = after === undefined ? undefined : smallestReplacement(before, after);
  if (replacement === undefined) return undefined;
  const { offset, length, text } = replacement;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  edit.replace(document.uri, range, text);
  return edit;
}
