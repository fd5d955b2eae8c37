import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestError } from './requestError.ts';
import type { RequestInfo } from './requestInfo.ts';

/** A stop of too many jobs for one request was sent in parts, and one part failed. */
export class PartialStopError extends ApiErrorBase {
  override readonly kind = 'partialStop';
  /** Jobs whose stop the server accepted. */
  readonly requestedIds: readonly number[];
  /** Jobs of the failed part; `reason` says whether it may have reached the server. */
  readonly failedIds: readonly number[];
  /** Jobs of the remaining parts, which were not sent. */
  readonly unsentIds: readonly number[];
  readonly reason: RequestError;

  constructor(
    request: RequestInfo,
    ids: Pick<PartialStopError, 'requestedIds' | 'failedIds' | 'unsentIds'>,
    reason: RequestError,
  ) {
    super(request, `${ids.failedIds.length + ids.unsentIds.length} jobs were not stopped: ${reason.message}`);
    this.requestedIds = ids.requestedIds;
    this.failedIds = ids.failedIds;
    this.unsentIds = ids.unsentIds;
    this.reason = reason;
  }
}
