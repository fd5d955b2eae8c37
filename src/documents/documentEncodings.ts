import * as vscode from 'vscode';
import { localizer } from '../platform/localize.ts';
import { openDocument } from './openDocuments.ts';

/** What VS Code writes is not what the editor shows; nothing was sent. */
class EncodingError extends Error {
  // VS Code shows the name in front of the sentence.
  override readonly name = '';

  constructor() {
    super(
      localizer.t(
        'This document is not in UTF-8 here, so saving it would damage text on the server. Run “Change File Encoding”, reopen it with UTF-8, and edit it again.',
      ),
    );
  }
}

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

  /** Throws `EncodingError` when these bytes are not the text that the editor shows. */
  expectUtf8(uri: vscode.Uri, content: Uint8Array): void {
    const key = uri.toString();
    const version = this.#savedVersions.get(key);
    this.#savedVersions.delete(key);
    const text = utf8Text(content);
    if (text === undefined || this.#garbled.has(key)) throw new EncodingError();
    const document = openDocument(uri);
    // The user may have typed on since VS Code took the text.
    if (document === undefined || version === undefined || document.version !== version) return;
    if (text !== utf8Text(new TextEncoder().encode(document.getText()))) throw new EncodingError();
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

/** Without a byte order mark; `undefined` for bytes that are no UTF-8. */
function utf8Text(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // What the caller asks about, not a failure.
    return undefined;
  }
}
