import { isAbort } from '../api/errors/apiError.ts';
import { type RunFailure, runItems } from '../journal/runItems.ts';
import type { RunJournal } from '../journal/runJournal.ts';
import { type RunItem, type RunRecord, type RunSource, shortMarks } from '../journal/runRecord.ts';
import { identifyingFields } from '../model/identity.ts';
import type { Localizer } from '../util/localizer.ts';
import { applyErrorText, isOutdated, PlanNotAppliedError } from './applyErrors.ts';
import { isPending, type Plan, type PlanItem } from './filePlan.ts';
import { ItemWriter } from './itemWriter.ts';
import { identityOf } from './serverObjects.ts';
import type { ServerAccess } from './serverState.ts';

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

/**
 * Applies the chosen items to the current state of the server: groups before jobs, deletes last. Throws
 * `PlanNotAppliedError` if no item of the plan may be applied.
 */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyResults> {
  const { access, journal, source, items = plan.items } = options;
  checkPlan(plan, access);
  options.signal?.throwIfAborted();
  const chosen = items.filter(isPending);
  const { id, name, url } = access.server;
  const noted = chosen.map(runItemOf);
  const server = { id, name, url };
  const notes = await journal.begin({ act: 'applyFiles', server, ...source, items: noted });
  try {
    const applying = new Applying(plan, chosen, options);
    const results = await applying.run(notes);
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

/** Jobs refer to groups, so groups are created before and deleted after them. */
function stageOf({ kind, action }: PlanItem): number {
  if (action === 'delete') return kind === 'job' ? 2 : 3;
  return kind === 'group' ? 0 : 1;
}

function runItemOf({ name, kind, id, object, action }: PlanItem): RunItem {
  const key = object?.kind === 'group' ? { key: identityOf(object) } : {};
  const does = object === undefined ? 'create' : action === 'delete' ? 'delete' : 'change';
  // Devices are recorded in another shape.
  const fields = identifyingFields[kind].filter(field => field !== 'peers');
  const marks = object === undefined ? {} : { marks: shortMarks(object.draft, fields) };
  return { name, kind, does, ...(id === undefined ? {} : { id }), ...key, ...marks };
}

type Notes = Awaited<ReturnType<RunJournal['begin']>>;

class Applying {
  readonly #items: readonly PlanItem[];
  readonly #options: ApplyOptions;
  readonly #writer: ItemWriter;

  constructor(plan: Plan, items: readonly PlanItem[], options: ApplyOptions) {
    this.#items = items;
    this.#options = options;
    this.#writer = new ItemWriter(plan, options.access);
  }

  async run(notes: Notes): Promise<ApplyResult[]> {
    const { localizer, onProgress, access } = this.#options;
    const { done, failed, skipped } = await runItems({
      notes,
      items: this.#items.entries(),
      run: (item, sending, left) => this.#writer.write(item, sending, left),
      stageOf,
      textOf: ({ error }) => applyErrorText(error, localizer),
      signal: this.#signalOf(notes),
      onProgress: (count, untilMs) => onProgress?.(count, this.#items.length, untilMs),
      pause: access.writes.pause,
    });
    const results = new Map<PlanItem, ApplyResult>([
      ...done.map(item => [item, this.#doneResult(item)] as const),
      ...failed.map(failure => [failure.item, this.#failure(failure.item, failure)] as const),
      ...skipped.map(item => [item, { item, outcome: 'notSent' }] as const),
    ]);
    const inOrder = [...this.#items].sort((one, other) => stageOf(one) - stageOf(other));
    return inOrder.flatMap(item => results.get(item) ?? []);
  }

  #doneResult(item: PlanItem): ApplyResult {
    const storedDifferently = this.#writer.storedDifferently.get(item);
    if (storedDifferently === undefined) return { item, outcome: 'unchanged' };
    return { item, outcome: 'done', ...(storedDifferently.length === 0 ? {} : { storedDifferently }) };
  }

  #failure(item: PlanItem, { error, isUnknown }: RunFailure): ApplyResult {
    const text = applyErrorText(error, this.#options.localizer);
    if (isOutdated(error)) return { item, outcome: 'conflict', error, text };
    return { item, outcome: isUnknown ? 'unknown' : isAbort(error) ? 'notSent' : 'failed', error, text };
  }

  #signalOf(notes: Notes): AbortSignal {
    const { signal } = this.#options;
    return signal === undefined ? notes.signal : AbortSignal.any([signal, notes.signal]);
  }
}
