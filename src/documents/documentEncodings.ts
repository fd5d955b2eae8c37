import * as vscode from 'vscode';
import { openDocument } from './openDocuments.ts';

/**
 * Checks whether VS Code reads and writes documents in UTF-8. That is the default for our languages, but settings and
 * “Change File Encoding” take precedence.
 */
export class DocumentEncodings implements vscode.Disposable {
  /** The last text of each document that VS Code was given. */
  readonly #given = new Map<string, string>();
  readonly #garbled = new Set<string>();
  /** The versions of documents that are being saved. */
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

  /** Call when VS Code gets the text of a document, in UTF-8. */
  given(uri: vscode.Uri, text: string): void {
    this.#given.set(uri.toString(), text);
  }

  /** Whether the bytes that VS Code writes are the text in the editor, encoded as UTF-8. */
  isUtf8(uri: vscode.Uri, content: Uint8Array): boolean {
    const key = uri.toString();
    const version = this.#savedVersions.get(key);
    this.#savedVersions.delete(key);
    const text = utf8Text(content);
    if (text === undefined || this.#garbled.has(key)) return false;
    const document = openDocument(uri);
    // The user may have continued typing since VS Code took the text.
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

/** Decodes without a byte order mark; `undefined` for bytes that are not UTF-8. */
function utf8Text(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // Expected for other encodings, and not a failure.
    return undefined;
  }
}
