import type { Draft } from '../../api/model/draft.ts';
import type { DocumentBase } from './baseMemory.ts';

/** What the user chose in a form that shows a conflict. */
export type FormChoice =
  | { readonly kind: 'overwrite'; readonly shown: Draft | undefined }
  | { readonly kind: 'keepBoth' };

/** One save: VS Code calls `stat`, and then writes unless `stat` reports a newer version. */
interface SaveAttempt {
  /** The version that VS Code showed the user as conflicting before this save, if any. */
  readonly shownBefore: Draft | undefined;
  /** The version for which `stat` makes VS Code reject the save and show a conflict. */
  rejectedFor: Draft | undefined;
  isWritten: boolean;
}

/** The save of a document that is in progress, or was rejected by VS Code. */
export class SaveState {
  #attempt: SaveAttempt | undefined;
  #choice: FormChoice | undefined;
  #begunWith: DocumentBase | undefined;

  /** VS Code saves the text of this moment, even if the editor shows a newer one when it writes. */
  begin(base: DocumentBase | undefined): void {
    this.#attempt = { shownBefore: this.#attempt?.rejectedFor, rejectedFor: undefined, isWritten: false };
    this.#begunWith = base;
  }

  /** Whether a save has begun or was rejected, and is not settled. */
  get hasBegun(): boolean {
    return this.#attempt !== undefined;
  }

  /** Whether VS Code asks for the version now to decide whether to write. */
  get isBeforeWrite(): boolean {
    return this.#attempt?.isWritten === false;
  }

  /** VS Code rejects the save because of this version. It only shows its message between `begin` and the write. */
  reject(server: Draft): void {
    if (this.#attempt?.isWritten === false) this.#attempt.rejectedFor ??= server;
  }

  /** The user sees this server version in a comparison with the unsaved text. */
  compared(server: Draft): void {
    if (this.#attempt?.rejectedFor !== undefined) this.#attempt.rejectedFor = server;
  }

  /**
   * VS Code writes, which means that it did not reject this save. Returns the version that the user chose to overwrite:
   * VS Code rejects a save because of that version, and then writes the next save anyway. `undefined` if `stat` gave no
   * reason to reject this save, because then the user chose nothing; that is always so if
   * `files.saveConflictResolution` says to overwrite.
   */
  written(): Draft | undefined {
    const attempt = this.#attempt;
    if (attempt === undefined || attempt.isWritten) return undefined;
    const { shownBefore, rejectedFor } = attempt;
    attempt.isWritten = true;
    attempt.rejectedFor = undefined;
    return rejectedFor === undefined ? undefined : shownBefore;
  }

  /** The base of the text when the save began, once; `undefined` if the object was replaced in the meantime. */
  takeBase(): DocumentBase | undefined {
    const base = this.#begunWith;
    this.#begunWith = undefined;
    return base;
  }

  /** The object was written by something else: a save that has begun is compared with the newly stored version. */
  forgetBase(): void {
    this.#begunWith = undefined;
  }

  /** What the user chose in the form that saves the document now. */
  get choice(): FormChoice | undefined {
    return this.#choice;
  }

  /** Runs a save for which the user made this choice in a form. */
  async withChoice(choice: FormChoice, save: () => PromiseLike<unknown>): Promise<void> {
    this.#choice = choice;
    try {
      await save();
    } finally {
      if (this.#choice === choice) this.#choice = undefined;
    }
  }

  /** The save is over, or the document is clean again. */
  settle(): void {
    this.#attempt = undefined;
  }
}
