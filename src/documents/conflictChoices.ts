import type * as vscode from 'vscode';
import type { Draft } from '../model/draft.ts';

/** One save: VS Code calls `stat`, and then writes unless `stat` reports a newer version. */
interface Attempt {
  /** The version that VS Code showed the user as conflicting before this save, if any. */
  readonly shownBefore: Draft | undefined;
  /** The version for which `stat` makes VS Code reject the save and show a conflict. */
  rejectedFor: Draft | undefined;
  isWritten: boolean;
}

/**
 * Determines which version of an object the user has decided to overwrite: VS Code rejects a save because of that
 * version, and then writes the next save anyway. If VS Code does not reject a save, the user has seen no version;
 * that is always so if `files.saveConflictResolution` says to overwrite.
 */
export class ConflictChoices {
  readonly #attempts = new Map<string, Attempt>();

  /** Call when VS Code is about to save the document. */
  begun(uri: vscode.Uri): void {
    const shownBefore = this.#attempts.get(uri.toString())?.rejectedFor;
    this.#attempts.set(uri.toString(), { shownBefore, rejectedFor: undefined, isWritten: false });
  }

  /** True between `begun` and `settled`. */
  isSaving(uri: vscode.Uri): boolean {
    return this.#attempts.has(uri.toString());
  }

  /** True between `begun` and `written`. */
  isBeginning(uri: vscode.Uri): boolean {
    return this.#attempts.get(uri.toString())?.isWritten === false;
  }

  /** Call when `stat` reports this version as newer. */
  rejecting(uri: vscode.Uri, server: Draft): void {
    const attempt = this.#attempts.get(uri.toString());
    // VS Code only shows its conflict message for a `stat` between the start of a save and its write.
    if (attempt?.isWritten === false) attempt.rejectedFor ??= server;
  }

  /** Call when the user sees this version in a comparison with the unsaved text. */
  compared(uri: vscode.Uri, server: Draft): void {
    const attempt = this.#attempts.get(uri.toString());
    if (attempt?.rejectedFor !== undefined) attempt.rejectedFor = server;
  }

  /**
   * Call when VS Code writes, which means that it did not reject this save. Returns the version that the user chose
   * to overwrite; `undefined` if `stat` gave no reason to reject the save, because then the user chose nothing.
   */
  written(uri: vscode.Uri): Draft | undefined {
    const attempt = this.#attempts.get(uri.toString());
    if (attempt === undefined || attempt.isWritten) return undefined;
    const { shownBefore, rejectedFor } = attempt;
    attempt.isWritten = true;
    attempt.rejectedFor = undefined;
    return rejectedFor === undefined ? undefined : shownBefore;
  }

  /** Call when the document matches the server. */
  settled(uri: vscode.Uri): void {
    this.#attempts.delete(uri.toString());
  }
}
