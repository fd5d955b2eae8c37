import type * as vscode from 'vscode';
import { isSameText } from './documentText.ts';

/**
 * Checks whether VS Code reads and writes a document in UTF-8. That is the default for our languages, but settings and
 * “Change File Encoding” take precedence.
 */
export class DocumentEncoding {
  /** The last text that VS Code was given. */
  #given: string | undefined;
  #isGarbled = false;
  /** The version of the document that is being saved. */
  #savedVersion: number | undefined;

  /** Call when VS Code gets the text of the document, in UTF-8. */
  given(text: string): void {
    this.#given = text;
  }

  opened(text: vscode.TextDocument): void {
    if (this.#given !== undefined && !text.isDirty && !isSameText(text, this.#given)) this.#isGarbled = true;
  }

  changed(text: vscode.TextDocument): void {
    if (this.#given !== undefined && isSameText(text, this.#given)) this.#isGarbled = false;
  }

  /** What was saved is in the editor, but VS Code was not given it: another language opens the document once more. */
  saved(): void {
    this.#given = undefined;
  }

  willSave({ version }: vscode.TextDocument): void {
    this.#savedVersion = version;
  }

  /** Whether the bytes that VS Code writes are the text in the editor, encoded as UTF-8. */
  isUtf8(text: vscode.TextDocument | undefined, content: Uint8Array): boolean {
    const version = this.#savedVersion;
    this.#savedVersion = undefined;
    const written = utf8Text(content);
    if (written === undefined || this.#isGarbled) return false;
    // The user may have continued typing since VS Code took the text.
    if (text === undefined || version === undefined || text.version !== version) return true;
    return written === utf8Text(new TextEncoder().encode(text.getText()));
  }
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
