import { isAbort } from '../../../api/errors/apiError.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { objectItem } from '../../../store/runs/objectItems.ts';
import { type RunFailure, runItems } from '../../../store/runs/runItems.ts';
import type { RunJournal } from '../../../store/runs/runJournal.ts';
import type { RunItem, RunOperation, RunRecord, RunSource } from '../../../store/runs/runRecord.ts';
import { isPending, type Plan, type PlanItem } from './filePlan.ts';
import { applyErrorText, FilesError, isOutdated } from './filesError.ts';
import { ItemWriter } from './itemWriter.ts';
import type { ServerAccess } from './serverState.ts';

export interface ApplyOptions {
  readonly access: ServerAccess;
  /** Records each item before it is sent. */
  readonly journal: Pick<RunJournal, 'begin'>;
  readonly localizer: Localizer;
  /** The items to apply; by default all pending ones. */
  readonly items?: readonly PlanItem[];
  readonly source: RunSource;
  /** How the run is recorded; by default as an apply of files. */
  readonly act?: RunOperation;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number, waitsUntilMs?: number) => void;
}

/**
 * `unchanged`: the server already had these values. `conflict`: the server has changed since the plan was
 * made, and nothing was sent. `unknown`: sent, but possibly not done.
 */
type ApplyOutcome = 'done' | 'unchanged' | 'conflict' | 'failed' | 'unknown' | 'notSent';

export interface ApplyResult {
  readonly item: PlanItem;
  readonly outcome: ApplyOutcome;
  /** Why it was not applied. */
  readonly text?: string;
  /** Fields that the server stores differently from what was sent; the next plan shows them again. */
  readonly storedDifferently?: readonly string[];
}

export interface ApplyResults {
  /** In the order of application. */
  readonly results: readonly ApplyResult[];
  readonly record: RunRecord;
}

/** What of a plan counts when it is applied; its items include the objects that are only on the server. */
type AppliedPlan = Pick<Plan, 'server' | 'isComplete' | 'items'>;

/** Jobs refer to groups, so groups are created before and deleted after them. */
function stageOf({ kind, action }: PlanItem): number {
  if (action === 'delete') return kind === 'job' ? 2 : 3;
  return kind === 'group' ? 0 : 1;
}

/**
 * Applies the chosen items to the current state of the server: groups before jobs, deletes last. Throws
 * `FilesError` if no item of the plan may be applied.
 */
export async function applyPlan(plan: AppliedPlan, options: ApplyOptions): Promise<ApplyResults> {
  const { access, journal, source, localizer, items = plan.items, signal, onProgress } = options;
  const { act = 'applyFiles' } = options;
  checkPlan(plan, access);
  signal?.throwIfAborted();
  const chosen = items.filter(isPending);
  const { id, name, url } = access.server;
  const noted = chosen.map(runItemOf);
  const notes = await journal.begin({
    act,
    server: { id, name, url },
    ...source,
    items: noted,
  });
  const writer = new ItemWriter(plan, access);
  try {
    const { done, failed, skipped } = await runItems({
      notes,
      items: chosen.entries(),
      run: (item, sending, left) => writer.write(item, sending, left),
      stageOf,
      textOf: ({ error }) => applyErrorText(error, localizer),
      signal: signal ?? notes.signal,
      onProgress: (count, untilMs) => onProgress?.(count, chosen.length, untilMs),
      pause: access.writes.pause,
    });
    const found = new Map<PlanItem, ApplyResult>([
      ...done.map(item => [item, doneResult(item, writer.storedDifferently.get(item))] as const),
      ...failed.map(failure => [failure.item, failureResult(failure, localizer)] as const),
      ...skipped.map(item => [item, { item, outcome: 'notSent' }] as const),
    ]);
    const inOrder = chosen.toSorted((one, other) => stageOf(one) - stageOf(other));
    return { results: inOrder.flatMap(item => found.get(item) ?? []), record: notes.record };
  } finally {
    await notes.end();
  }
}

function checkPlan({ isComplete, server }: AppliedPlan, access: ServerAccess): void {
  if (!isComplete) throw new FilesError({ kind: 'incomplete' });
  if (access.server.readOnly === true) throw new FilesError({ kind: 'readOnly' });
  const isSame = access.server.id === server.id && access.server.url === server.url;
  if (!isSame) throw new FilesError({ kind: 'otherServer' });
}

function runItemOf({ name, kind, id, object, action }: PlanItem): RunItem {
  if (object === undefined) return { name, kind, does: 'create' };
  const does = action === 'delete' ? 'delete' : 'change';
  return { ...objectItem(kind, id, object.draft), name, does };
}

/** `storedDifferently`: `undefined` if nothing had to be sent. */
function doneResult(item: PlanItem, storedDifferently: readonly string[] | undefined): ApplyResult {
  if (storedDifferently === undefined) return { item, outcome: 'unchanged' };
  return { item, outcome: 'done', ...(storedDifferently.length === 0 ? {} : { storedDifferently }) };
}

function failureResult(
  { item, error, isUnknown }: RunFailure & { readonly item: PlanItem },
  localizer: Localizer,
): ApplyResult {
  const text = applyErrorText(error, localizer);
  if (isOutdated(error)) return { item, outcome: 'conflict', text };
  return { item, outcome: isUnknown ? 'unknown' : isAbort(error) ? 'notSent' : 'failed', text };
}
