import type { ProblemCode, RecurrenceProblem } from './recurrenceProblem.ts';

const maxProblems = 100;
const maxShownValue = 60;

/** A range in the text of a set, with offsets into the whole text. */
export interface TextRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Collects problems, up to a limit: hostile text may have a million. */
export class ProblemList {
  readonly #found: RecurrenceProblem[] = [];
  #errors = 0;
  #all = 0;

  /** Counts every error, even those that are no longer listed. */
  get errorCount(): number {
    return this.#errors;
  }

  /** Counts every problem, even those that are no longer listed. */
  get count(): number {
    return this.#all;
  }

  get problems(): readonly RecurrenceProblem[] {
    return this.#found;
  }

  error(code: ProblemCode, part: string, range: TextRange): void {
    this.#errors += 1;
    this.#add('error', code, part, range);
  }

  /** For violations of RFC 5545 that can still be read. */
  warning(code: ProblemCode, part: string, range: TextRange): void {
    this.#add('warning', code, part, range);
  }

  #add(severity: 'error' | 'warning', code: ProblemCode, part: string, range: TextRange): void {
    this.#all += 1;
    if (this.#found.length > maxProblems) return;
    const isLast = this.#found.length === maxProblems;
    this.#found.push({
      // The omitted problems may include errors.
      severity: isLast ? 'error' : severity,
      code: isLast ? 'tooManyProblems' : code,
      part,
      value: shorten(range.text),
      start: range.start,
      end: range.end,
    });
  }
}

function shorten(text: string): string {
  return text.length > maxShownValue ? `${text.slice(0, maxShownValue - 1)}…` : text;
}
