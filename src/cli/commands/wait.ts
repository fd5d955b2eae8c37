import type { Job } from '../../api/model/job.ts';
import { isActive, type StatusKind } from '../../api/model/jobStatus.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import type { CliContext, ExitCode } from '../cliContext.ts';
import { requireChoice, requiredJobs } from '../jobChoice.ts';
import { jobTitle, readStatuses, statusCell } from '../namedObjects.ts';
import { SelectionError } from '../optionTable.ts';
import { waitGoals } from '../waitGoals.ts';
import { followStatuses } from '../watch.ts';

type Goal = (typeof waitGoals)[number];

export async function waitJobs(
  context: CliContext<'filter' | 'state-dir' | 'for' | 'timeout'>,
): Promise<ExitCode> {
  const { localizer, options, output, signal } = context;
  requireChoice(context);
  const goal = options.oneOf('for', waitGoals) ?? 'ended';
  const limitMs = (options.seconds('timeout') ?? 120) * 1_000;
  const { session } = context.connect();
  const limit = new AbortController();
  const timer = limitMs === 0 ? undefined : context.clock.schedule(limitMs, () => limit.abort());
  const limited = { ...context, signal: AbortSignal.any([signal, limit.signal]) };
  const waiting = new Waiting(session, goal);
  try {
    waiting.jobs = await requiredJobs(limited, session);
    // Otherwise a script would take the wait for a success.
    if (waiting.jobs.length === 0) throw new SelectionError(localizer.t('There is nothing to wait for.'));
    // A status that cannot be read is an error of the caller, and not waited for.
    await readStatuses(session, waiting.jobs, limited, waiting.unreadable);
    if (!waiting.isOver() && limitMs > 0) {
      output.progress(localizer.t('Waiting for the jobs'));
      await followStatuses(session.statuses, waiting.ids, limited.signal, () => waiting.isOver());
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error;
  } finally {
    timer?.dispose();
    output.endProgress();
    if (waiting.jobs.length > 0) print(context, waiting);
  }
  signal.throwIfAborted();
  if (waiting.jobs.length === 0) {
    output.note(localizer.t('The time limit was reached before the jobs were read.'));
    return 3;
  }
  const results = waiting.ids.map(id => waiting.resultOf(id));
  if (results.some(result => result === 'otherwise' || result === 'unreadable')) return 1;
  return results.includes('waiting') ? 3 : 0;
}

type Result = 'reached' | 'otherwise' | 'waiting' | 'unreadable';

const resultTexts = {
  reached: 'reached',
  otherwise: 'ended otherwise',
  waiting: 'time limit reached',
  unreadable: 'not known',
} as const satisfies Readonly<Record<Result, string>>;

/** What was seen of the jobs since the command began. */
class Waiting {
  readonly unreadable = new Map<number, unknown>();
  jobs: readonly Job[] = [];
  readonly #session: ServerSession;
  readonly #goal: Goal;
  readonly #reached = new Map<number, KnownStatus>();
  readonly #wasActive = new Set<number>();

  constructor(session: ServerSession, goal: Goal) {
    this.#session = session;
    this.#goal = goal;
  }

  get ids(): readonly number[] {
    return this.jobs.map(({ id }) => id);
  }

  /** Looks at all jobs; whether there is nothing left to wait for. */
  isOver(): boolean {
    for (const id of this.ids) {
      const status = this.#session.statuses.get(id);
      if (status === undefined || this.#reached.has(id)) continue;
      if (isActive(status.kind)) this.#wasActive.add(id);
      if (this.#isGoal(status.kind)) this.#reached.set(id, status);
    }
    return this.ids.every(id => this.resultOf(id) !== 'waiting');
  }

  resultOf(id: number): Result {
    if (this.unreadable.has(id)) return 'unreadable';
    if (this.#reached.has(id)) return 'reached';
    const kind = this.statusOf(id)?.kind ?? 'unknown';
    const hasEnded = this.#wasActive.has(id) && !isActive(kind);
    return hasEnded ? 'otherwise' : 'waiting';
  }

  /** The status that was waited for, or else the last one. */
  statusOf(id: number): KnownStatus | undefined {
    return this.#reached.get(id) ?? this.#session.statuses.get(id);
  }

  #isGoal(kind: StatusKind): boolean {
    return this.#goal === 'ended' ? !isActive(kind) : kind === this.#goal;
  }
}

function print({ output, localizer, errorText }: CliContext, waiting: Waiting): void {
  const { t } = localizer;
  const { jobs } = waiting;
  if (output.isDocument) {
    const rows = jobs.map(({ id, name }) => {
      const { word: status, kind } = waiting.statusOf(id) ?? {};
      return { id, name, result: waiting.resultOf(id), status, kind };
    });
    output.document({ jobs: rows });
    return;
  }
  output.table([
    [t('ID'), t('Name'), t('Result'), t('Status')],
    ...jobs.map(job => [
      String(job.id),
      jobTitle(job, localizer),
      t(resultTexts[waiting.resultOf(job.id)]),
      statusCell(waiting.statusOf(job.id), localizer),
    ]),
  ]);
  for (const error of waiting.unreadable.values()) output.note(errorText(error));
}
