import { displayText } from '../../base/displayText.ts';
import {
  HttpStatusError,
  isApiError,
  OutcomeError,
  PartialStopError,
  type RequestInfo,
} from '../errors/apiError.ts';
import { StopResponseSchema } from '../model/job.ts';
import type { Call, CallOptions, Requester } from '../transport/requester.ts';
import type { ReadBack } from './readBack.ts';

/** The result of a stop (docs/api.md, "Stopping jobs"); `message` is the server's own text. */
export interface StopResponse {
  readonly kind: 'accepted' | 'noneFound';
  readonly message: string;
}

const stopPath = '/automation/api/stop_job/';
/** Small enough for any limit that a list of thousands may have exceeded. */
const partSize = 500;

export function requestStop(
  requester: Requester,
  readBack: ReadBack,
  ids: readonly number[],
  { signal }: CallOptions,
): Promise<StopResponse> {
  const call = { operation: 'stopJobs', method: 'POST', path: stopPath, signal } as const;
  return inParts(ids, requester.info(call), some =>
    stopOnce(requester, readBack, { ...call, body: { obj_id: some } }),
  );
}

async function stopOnce(requester: Requester, readBack: ReadBack, call: Call): Promise<StopResponse> {
  const send = async (): Promise<StopResponse> => {
    const response = await requester.checked(call, StopResponseSchema);
    return { kind: 'accepted', message: displayText(response.message ?? '', 500) };
  };
  try {
    return await readBack.elseUnknown(requester.info(call), send);
  } catch (error) {
    if (isNoneFound(error)) return { kind: 'noneFound', message: error.detail };
    throw error;
  }
}

/** The message is always Russian, so the status decides. Field errors or a page indicate another error. */
function isNoneFound(error: unknown): error is HttpStatusError {
  if (!(error instanceof HttpStatusError) || error.status !== 400) return false;
  return error.fieldErrors.length === 0 && error.form !== 'html';
}

/**
 * Stops all jobs with one request, or in parts if the server rejects that many at once: a rejected request has
 * stopped none. Rejects with `PartialStopError` when a part fails, unless nothing was stopped at all.
 */
async function inParts(
  ids: readonly number[],
  info: RequestInfo,
  send: (ids: readonly number[]) => Promise<StopResponse>,
): Promise<StopResponse> {
  try {
    return await send(ids);
  } catch (error) {
    if (ids.length <= partSize || !isTooLong(error)) throw error;
  }
  const responses: StopResponse[] = [];
  for (let from = 0; from < ids.length; from += partSize) {
    const end = from + partSize;
    try {
      responses.push(await send(ids.slice(from, end)));
    } catch (error) {
      const isNothingDone = from === 0 && !(error instanceof OutcomeError);
      if (isNothingDone || !isApiError(error) || error.kind === 'partialStop') throw error;
      const unsentIds = ids.slice(end);
      const [requestedIds, failedIds] = [ids.slice(0, from), ids.slice(from, end)];
      throw new PartialStopError(info, { requestedIds, failedIds, unsentIds }, error);
    }
  }
  return (
    responses.find(({ kind }) => kind === 'accepted') ?? {
      kind: 'noneFound',
      message: responses[0]?.message ?? '',
    }
  );
}

function isTooLong(error: unknown): boolean {
  if (!(error instanceof HttpStatusError)) return false;
  return (
    error.status === 413 ||
    (error.status === 400 && error.fieldErrors.some(({ path }) => path[0] === 'obj_id'))
  );
}
