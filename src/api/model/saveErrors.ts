import type { ParseErrorCode } from 'jsonc-parser';
import type { Draft } from './draft.ts';
import type { DraftProblem } from './drafts.ts';
import type { ListMerge } from './listMerge.ts';
import type { Conflict } from './saveDecision.ts';

/** Someone else changed the same fields as the user (decision 15); nothing was written. */
export class SaveConflictError extends Error {
  override readonly name = 'SaveConflictError';
  readonly fields: readonly string[];
  readonly server: Draft;
  /** The merged lists, if both sides only changed lists. */
  readonly merge: ListMerge | undefined;

  constructor({ fields, merge }: Conflict, server: Draft) {
    super(fields.join());
    this.fields = fields;
    this.server = server;
    this.merge = merge;
  }
}

export type TextProblem =
  | {
      readonly code: 'syntax';
      readonly line: number;
      readonly column: number;
      readonly error: ParseErrorCode;
    }
  | { readonly code: 'notAnObject' }
  | { readonly code: 'tooDeep' }
  | { readonly code: 'value'; readonly problem: DraftProblem };

export class DocumentTextError extends Error {
  override readonly name = 'DocumentTextError';
  readonly problem: TextProblem;

  constructor(problem: TextProblem) {
    super(problem.code);
    this.problem = problem;
  }

  /** The path to the invalid value; empty for the text as a whole. */
  get path(): readonly (string | number)[] {
    return this.problem.code === 'value' ? this.problem.problem.path : [];
  }
}

/**
 * Nothing was sent: the user declined to lose devices, to run the job on many more, or to create another object of
 * the same name; or VS Code would not write the document in UTF-8, or rejected an edit of it.
 */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  readonly code: 'devicesKept' | 'reachKept' | 'nameExists' | 'encoding' | 'edit';

  constructor(code: NotSavedError['code']) {
    super(code);
    this.code = code;
  }
}

export type SaveState =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'failed'; readonly text: string };
