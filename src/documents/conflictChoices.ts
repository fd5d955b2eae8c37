import type * as vscode from 'vscode';
import type { Draft } from '../model/draft.ts';

/** One save as VS Code does it: it calls `stat`, and writes unless that reports a newer version. */
interface Attempt {
  /** The version that the user was shown before this save began, if any. */
  readonly shownBefore: Draft | undefined;
  /** The version that `stat` reported, so that VS Code rejects the save and shows why. */
  rejectedFor: Draft | undefined;
  isWritten: boolean;
}

/**
 * The version of an object that a user decided to overwrite in VS Code's own way: VS Code rejected a save because of
 * it, and writes the next save anyway. A save that VS Code did not reject has shown the user nothing; that is every
 * save when `files.saveConflictResolution` says to overwrite.
 */
export class ConflictChoices {
  readonly #attempts = new Map<string, Attempt>();

  /** VS Code is about to save the document. */
  begun(uri: vscode.Uri): void {
    const shownBefore = this.#attempts.get(uri.toString())?.rejectedFor;
    this.#attempts.set(uri.toString(), { shownBefore, rejectedFor: undefined, isWritten: false });
  }

  /** Between `begun` and `settled`. */
  isSaving(uri: vscode.Uri): boolean {
    return this.#attempts.has(uri.toString());
  }

  /** Between `begun` and `written`. */
  isBeginning(uri: vscode.Uri): boolean {
    return this.#attempts.get(uri.toString())?.isWritten === false;
  }

  /** `stat` reports this version as newer. */
  rejecting(uri: vscode.Uri, server: Draft): void {
    const attempt = this.#attempts.get(uri.toString());
    // Of all calls of `stat`, only one between the start of a save and its write shows VS Code's conflict message.
    if (attempt?.isWritten === false) attempt.rejectedFor ??= server;
  }

  /** The user sees this version in a comparison with the unsaved text. */
  compared(uri: vscode.Uri, server: Draft): void {
    const attempt = this.#attempts.get(uri.toString());
    if (attempt?.rejectedFor !== undefined) attempt.rejectedFor = server;
  }

  /**
   * VS Code writes, so it did not reject this save; returns the version that the user chose to overwrite. Where
   * `stat` gave no reason to reject it, nobody has chosen anything.
   */
  written(uri: vscode.Uri): Draft | undefined {
    const attempt = this.#attempts.get(uri.toString());
    if (attempt === undefined || attempt.isWritten) return undefined;
    const { shownBefore, rejectedFor } = attempt;
    attempt.isWritten = true;
    attempt.rejectedFor = undefined;
    return rejectedFor === undefined ? undefined : shownBefore;
  }

  /** The document holds what the server has. */
  settled(uri: vscode.Uri): void {
    this.#attempts.delete(uri.toString());
  }
}
