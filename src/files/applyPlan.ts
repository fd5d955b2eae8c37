import { isAbort } from '../api/errors/apiError.ts';
import { type RunFailure, runItems } from '../journal/runItems.ts';
import type { RunJournal } from '../journal/runJournal.ts';
import type { RunItem, RunRecord, RunSource } from '../journal/runRecord.ts';
import type { Localizer } from '../util/localizer.ts';
import { applyErrorText, isOutdated, PlanNotAppliedError } from './applyErrors.ts';
import { isPending, type Plan, type PlanItem } from './filePlan.ts';
import { ItemWriter } from './itemWriter.ts';
import type { ServerAccess } from './serverState.ts';
import { identityOf } from './serverState.ts';

export interface ApplyOptions {
  readonly access: ServerAccess;
  /** Records each item before it is sent. */
  readonly journal: Pick<RunJournal, 'begin'>;
  readonly localizer: Localizer;
  /** The items to apply; by default all pending ones. */
  readonly items?: readonly PlanItem[];
  readonly source: RunSource;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number, waitsUntilMs?: number) => void;
}

/**
 * `unchanged`: the server already had these values. `conflict`: the server has changed since the plan was
 * made, and nothing was sent. `unknown`: sent, but possibly not done.
 */
type ApplyOutcome = 'done' | 'unchanged' | 'conflict' | 'failed' | 'unknown' | 'notSent';

interface ApplyResult {
  readonly item: PlanItem;
  readonly outcome: ApplyOutcome;
  readonly error?: unknown;
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

/** Jobs refer to groups, so groups are created before and deleted after them. */
const stages: readonly ((item: PlanItem) => boolean)[] = [
  ({ kind, action }) => action !== 'delete' && kind === 'group',
  ({ kind, action }) => action !== 'delete' && kind === 'job',
  ({ kind, action }) => action === 'delete' && kind === 'job',
  ({ kind, action }) => action === 'delete' && kind === 'group',
];

/**
 * Applies the chosen items to the current state of the server: groups before jobs, deletes last. Throws
 * `PlanNotAppliedError` if no item of the plan may be applied.
 */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyResults> {
  const { access, journal, source, localizer, items = plan.items, signal, onProgress } = options;
  checkPlan(plan, access);
  signal?.throwIfAborted();
  const chosen = items.filter(isPending);
  const { id, name, url } = access.server;
  const noted = chosen.map(runItemOf);
  const notes = await journal.begin({
    act: 'applyFiles',
    server: { id, name, url },
    ...source,
    items: noted,
  });
  const writer = new ItemWriter(plan, access);
  const results: ApplyResult[] = [];
  try {
    for (const isOfStage of stages) {
      const staged = [...chosen.entries()].filter(([, item]) => isOfStage(item));
      const before = results.length;
      const { done, failed, skipped } = await runItems({
        notes,
        items: staged,
        run: (item, sending) => writer.write(item, sending),
        textOf: ({ error }) => applyErrorText(error, localizer),
        signal: signal ?? notes.signal,
        onProgress: (count, untilMs) => onProgress?.(before + count, chosen.length, untilMs),
        pause: access.writes.pause,
      });
      const found = new Map<PlanItem, ApplyResult>([
        ...done.map(item => [item, doneResult(item, writer.storedDifferently.get(item))] as const),
        ...failed.map(failure => [failure.item, failureResult(failure, localizer)] as const),
        ...skipped.map(item => [item, { item, outcome: 'notSent' }] as const),
      ]);
      results.push(...staged.flatMap(([, item]) => found.get(item) ?? []));
    }
    return { results, record: notes.record };
  } finally {
    await notes.end();
  }
}

function checkPlan({ isComplete, server }: Plan, access: ServerAccess): void {
  if (!isComplete) throw new PlanNotAppliedError('incomplete');
  if (access.server.readOnly === true) throw new PlanNotAppliedError('readOnly');
  const isSame = access.server.id === server.id && access.server.url === server.url;
  if (!isSame) throw new PlanNotAppliedError('otherServer');
}

function runItemOf({ name, kind, id, object }: PlanItem): RunItem {
  const key = object?.kind === 'group' ? { key: identityOf(object) } : {};
  return { name, kind, ...(id === undefined ? {} : { id }), ...key };
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
  if (isOutdated(error)) return { item, outcome: 'conflict', error, text };
  return { item, outcome: isUnknown ? 'unknown' : isAbort(error) ? 'notSent' : 'failed', error, text };
}
