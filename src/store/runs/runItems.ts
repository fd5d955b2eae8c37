import { isAbort } from '../../api/errors/apiError.ts';
import type { Draft } from '../../api/model/draft.ts';
import { PausedError, type ServerPause } from '../../api/transport/serverPause.ts';
import { isStoredOtherwise, provesNothingDone } from '../../api/writes/writeResult.ts';
import { clockTime } from '../../base/clockFormat.ts';
import { ascending } from '../../base/collections.ts';
import type { Localizer } from '../../base/localizer.ts';
import { JournalError, type OpenRun } from './openRun.ts';
import type { WriteTrace } from './runRecord.ts';

export interface RunFailure {
  readonly error: unknown;
  /** Sent, with an unknown outcome. */
  readonly isUnknown: boolean;
}

/**
 * Performs the operation on one item. `sending` is awaited just before the write, so that a crash leaves a record of it;
 * `left` is called with what is needed to undo it.
 */
export type RunOne<T> = (
  item: T,
  sending: (kept?: Draft) => Promise<void>,
  left: (left: Draft, newId?: number) => void,
) => Promise<void>;

/** The items of a run that may be sent in parallel, referred to by their index in the run. */
export interface ItemRun<T> {
  readonly notes: Pick<OpenRun, 'sent' | 'settled' | 'signal'> & Partial<Pick<OpenRun, 'inTurn'>>;
  readonly items: Iterable<readonly [number, T]>;
  readonly run: RunOne<T>;
  /** Items of a stage are sent when those of the earlier ones have ended; by default all are of one stage. */
  readonly stageOf?: ((item: T) => number) | undefined;
  /** Describes the failure in a sentence for the journal. */
  readonly textOf: (failure: RunFailure) => string;
  /** Cancels the remaining items, in addition to the end of the run. */
  readonly signal: AbortSignal;
  /** `waitsUntilMs`: the time of day until which the server wants no requests. */
  readonly onProgress: (done: number, waitsUntilMs?: number) => void;
  /** Items wait while the server wants no requests. */
  readonly pause?: Pick<ServerPause, 'outlast'> | undefined;
}

/** The results, each list in the order of the items. */
export interface ItemResults<T> {
  readonly done: readonly T[];
  readonly failed: readonly (RunFailure & { readonly item: T })[];
  /** Not sent, because the user canceled or the window closed. */
  readonly skipped: readonly T[];
}

const atOnce = 4;

/** Runs the items, several in parallel. A failing item does not stop the others; canceling leaves the rest unsent. */
export async function runItems<T>(work: ItemRun<T>): Promise<ItemResults<T>> {
  const { notes, signal, onProgress } = work;
  const items = [...work.items];
  const waiting: (readonly [number, T])[] = [];
  const ended = new Map<number, RunFailure | undefined>();
  let isBroken = false;
  const worker = async () => {
    while (!signal.aborted && !notes.signal.aborted && !isBroken) {
      const next = waiting.shift();
      if (next === undefined) return;
      const failure = await attempt(work, next, untilMs => onProgress(ended.size, untilMs));
      if (failure === 'notSent') waiting.unshift(next);
      else ended.set(next[0], failure);
      onProgress(ended.size);
      // If the journal cannot be written, nothing more is sent.
      if (failure !== 'notSent' && failure?.error instanceof JournalError) isBroken = true;
    }
  };
  const stageOf = work.stageOf ?? (() => 0);
  for (const stage of ascending([...new Set(items.map(([, item]) => stageOf(item)))])) {
    waiting.splice(0, waiting.length, ...items.filter(([, item]) => stageOf(item) === stage));
    await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker));
  }
  return resultsOf(items, ended);
}

function resultsOf<T>(
  items: readonly (readonly [number, T])[],
  ended: ReadonlyMap<number, RunFailure | undefined>,
): ItemResults<T> {
  const isDone = ([index]: readonly [number, T]) => ended.has(index) && ended.get(index) === undefined;
  return {
    done: items.filter(isDone).map(([, item]) => item),
    failed: items.flatMap(([index, item]) => {
      const failure = ended.get(index);
      return failure === undefined ? [] : [{ item, ...failure }];
    }),
    skipped: items.filter(([index]) => !ended.has(index)).map(([, item]) => item),
  };
}

/** Records the outcome. Resolves with the reason for a failure, or `notSent` if the window closed first. */
async function attempt<T>(
  { notes, run, textOf, signal, pause }: ItemRun<T>,
  [index, item]: readonly [number, T],
  onWait: (untilMs: number) => void,
): Promise<RunFailure | 'notSent' | undefined> {
  let isSent = false;
  let trace: WriteTrace = {};
  const sending = async (kept?: Draft) => {
    await notes.sent(index, kept);
    isSent = true;
  };
  const note = (left: Draft, newId?: number) => {
    trace = newId === undefined ? { left } : { left, newId };
  };
  const send = async () => {
    isSent = false;
    await run(item, sending, note).catch((error: unknown) => {
      if (error instanceof PausedError) isSent = false;
      throw error;
    });
  };
  try {
    const either = AbortSignal.any([signal, notes.signal]);
    const work = () => (pause === undefined ? send() : pause.outlast(send, { signal: either, onWait }));
    await (notes.inTurn?.(index, work, either) ?? work());
    notes.settled(index, 'done', '', trace);
    return undefined;
  } catch (error) {
    if (!isSent && (notes.signal.aborted || (signal.aborted && isAbort(error)))) return 'notSent';
    const isOtherwise = isStoredOtherwise(error);
    const failure = { error, isUnknown: isSent && !isOtherwise && !provesNothingDone(error) };
    const outcome = isOtherwise ? 'otherwise' : failure.isUnknown ? 'unknown' : 'failed';
    notes.settled(index, outcome, textOf(failure), trace);
    return failure;
  }
}

/** "12 of 500", and until when the run waits. */
export function progressText(
  done: number,
  all: number,
  waitsUntilMs: number | undefined,
  { t }: Localizer,
): string {
  if (waitsUntilMs === undefined) return t('{done} of {all}', { done, all });
  const time = clockTime(waitsUntilMs, { withSeconds: true });
  return t('{done} of {all}; the server accepts no requests until {time}', { done, all, time });
}
