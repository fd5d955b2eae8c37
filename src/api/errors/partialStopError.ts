import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestError } from './requestError.ts';
import type { RequestInfo } from './requestInfo.ts';

/** A stop that was too long for one request went in parts, of which one failed. */
export class PartialStopError extends ApiErrorBase {
  override readonly kind = 'partialStop';
  /** Jobs that the server was asked to stop. */
  readonly askedIds: readonly number[];
  /** Jobs of the part that failed, of which `reason` says whether the server may have been asked. */
  readonly failedIds: readonly number[];
  /** Jobs of the parts after that one: nothing was sent of them. */
  readonly unsentIds: readonly number[];
  readonly reason: RequestError;

  constructor(
    request: RequestInfo,
    ids: Pick<PartialStopError, 'askedIds' | 'failedIds' | 'unsentIds'>,
    reason: RequestError,
  ) {
    super(request, `${ids.failedIds.length + ids.unsentIds.length} jobs were not stopped: ${reason.message}`);
    this.askedIds = ids.askedIds;
    this.failedIds = ids.failedIds;
    this.unsentIds = ids.unsentIds;
    this.reason = reason;
  }
}
