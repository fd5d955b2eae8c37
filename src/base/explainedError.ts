import type { Localizer } from './localizer.ts';

/** An error that has its own sentence for the user. */
export abstract class ExplainedError extends Error {
  /** The kind of error, for scripts. */
  readonly kind?: string;

  abstract explain(localizer: Localizer): string;
}
