import * as vscode from 'vscode';
import { openDocument } from './openDocuments.ts';

/**
 * Finds out whether VS Code reads and writes documents in UTF-8. It is the default of our languages, but
 * settings and “Change File Encoding” come before that.
 */
export class DocumentEncodings implements vscode.Disposable {
  /** The text that was last read of each document. */
  readonly #given = new Map<string, string>();
  readonly #garbled = new Set<string>();
  /** Versions of the documents that are being saved. */
  readonly #savedVersions = new Map<string, number>();
  readonly #subscription = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(document => this.#opened(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)),
    vscode.workspace.onWillSaveTextDocument(({ document }) =>
      this.#savedVersions.set(document.uri.toString(), document.version),
    ),
    vscode.workspace.onDidCloseTextDocument(document => {
      if (document.isClosed) this.#forget(document.uri);
    }),
  );

  /** The text of a document goes to VS Code, in UTF-8. */
  given(uri: vscode.Uri, text: string): void {
    this.#given.set(uri.toString(), text);
  }

  /** Whether these bytes, which VS Code writes, are the text that the editor shows. */
  isUtf8(uri: vscode.Uri, content: Uint8Array): boolean {
    const key = uri.toString();
    const version = this.#savedVersions.get(key);
    this.#savedVersions.delete(key);
    const text = utf8Text(content);
    if (text === undefined || this.#garbled.has(key)) return false;
    const document = openDocument(uri);
    // The user may have typed on since VS Code took the text.
    if (document === undefined || version === undefined || document.version !== version) return true;
    return text === utf8Text(new TextEncoder().encode(document.getText()));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #opened(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const given = this.#given.get(key);
    if (given !== undefined && !document.isDirty && !isSameText(document, given)) this.#garbled.add(key);
  }

  #changed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const given = this.#garbled.has(key) ? this.#given.get(key) : undefined;
    if (given !== undefined && isSameText(document, given)) this.#garbled.delete(key);
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#given.delete(key);
    this.#garbled.delete(key);
    this.#savedVersions.delete(key);
  }
}

function isSameText(document: vscode.TextDocument, text: string): boolean {
  return document.getText().replaceAll('\r\n', '\n') === text;
}

/** Without a byte order mark; `undefined` for bytes that are not UTF-8. */
function utf8Text(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // Not a failure: whether it can be decoded is the question.
    return undefined;
  }
}
