import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

/** The response to a write was lost, and reading back did not confirm that it was done (decision 21). */
export class OutcomeError extends ApiErrorBase {
  override readonly kind = 'outcome';
  readonly outcome: 'notDone' | 'unknown';
  /** IDs of objects that the create may have created. */
  readonly candidateIds: readonly number[];

  constructor(
    request: RequestInfo,
    outcome: 'notDone' | 'unknown',
    cause: unknown,
    candidateIds: readonly number[] = [],
  ) {
    super(
      request,
      outcome === 'notDone' ? 'the response was lost; it was not done' : 'the outcome is unknown',
      { cause },
    );
    this.outcome = outcome;
    this.candidateIds = candidateIds;
  }
}
