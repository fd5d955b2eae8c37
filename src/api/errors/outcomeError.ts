import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

/** The answer to a write was lost, and reading back did not show it done (decision 21). */
export class OutcomeError extends ApiErrorBase {
  override readonly kind = 'outcome';
  readonly outcome: 'notDone' | 'unknown';
  /** Ids of objects that may be what a lost create made. */
  readonly candidateIds: readonly number[];

  constructor(
    request: RequestInfo,
    outcome: 'notDone' | 'unknown',
    cause: unknown,
    candidateIds: readonly number[] = [],
  ) {
    super(
      request,
      outcome === 'notDone' ? 'the answer was lost; it was not done' : 'the outcome is unknown',
      { cause },
    );
    this.outcome = outcome;
    this.candidateIds = candidateIds;
  }
}
