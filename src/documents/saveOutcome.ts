import type { DraftProblem } from '../model/drafts.ts';
import type { SaveState } from '../model/saveErrors.ts';
import { fixCheck, type IsFixed, reportProblems } from './documentErrors.ts';
import type { NewRef, ObjectRef } from './documentUri.ts';

interface RejectedText {
  readonly ref: ObjectRef | NewRef;
  readonly text: string;
}

/** The state of a document's last save, and what it was rejected for until that is fixed. */
export class SaveOutcome {
  readonly #onChange: () => void;
  readonly #onFailed: (error: unknown) => void;
  #state: SaveState = { kind: 'idle' };
  #problems: readonly DraftProblem[] = [];
  #isFixed: IsFixed | undefined;
  /** Whether any save of the document has failed. */
  hasFailed = false;

  constructor(onChange: () => void, onFailed: (error: unknown) => void) {
    this.#onChange = onChange;
    this.#onFailed = onFailed;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The server's error messages for the last save of this text. */
  get serverProblems(): readonly DraftProblem[] {
    return this.#problems;
  }

  started(): void {
    this.#state = { kind: 'saving' };
    this.#onChange();
  }

  /** The document matches the server, or the text of a rejected save no longer exists. */
  settled(): void {
    if (this.#state.kind === 'idle') return;
    this.#state = { kind: 'idle' };
    this.#onChange();
  }

  failed(error: unknown, message: string, { ref, text }: RejectedText): void {
    this.#state = { kind: 'failed', text: message };
    this.hasFailed = true;
    this.#problems = reportProblems(error);
    this.#isFixed = fixCheck(error, ref, text);
    this.#onChange();
    this.#onFailed(error);
  }

  /** What the server reported refers to the previous text. */
  edited(text: string): void {
    this.#forgetProblems();
    if (this.#isFixed?.(text) !== true) return;
    this.#isFixed = undefined;
    this.settled();
  }

  /** VS Code has saved the text. */
  saved(): void {
    this.#isFixed = undefined;
    this.#forgetProblems();
  }

  #forgetProblems(): void {
    if (this.#problems.length === 0) return;
    this.#problems = [];
    this.#onChange();
  }
}
