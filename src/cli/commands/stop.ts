import { isNotFound, OutcomeError, type PartialStopError } from '../../api/errors/apiError.ts';
import type { StopResponse } from '../../api/resources/stops.ts';
import type { RunJournal } from '../../journal/runJournal.ts';
import type { Job } from '../../model/job.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import { followStop, type StopOutcome } from '../../store/statuses/stopFollower.ts';
import { systemClock } from '../../util/clock.ts';
import type { CliConnection } from '../cliConnection.ts';
import type { CliContext, CommandRow } from '../cliContext.ts';
import { isConfirmed } from '../confirmation.ts';
import { duringWrite } from '../interruption.ts';
import { findInterruptedStops, journalOf, recordStop, takeInterrupted } from '../journal.ts';
import { jobTitle, selectJobs } from '../objects.ts';
import { connectionOptions } from '../optionTable.ts';
import { numberOf } from '../serverOptions.ts';
import { readStatuses, statusIn } from '../statuses.ts';
import { UsageError } from '../usageError.ts';
import { statusCell } from '../words.ts';

export const stopCommand = {
  operands: 'JOB…',
  summary: 'Stop jobs that are executing',
  details: [
    'Sends one request for all jobs, waits for those that were executing to end, and prints the result for each. A JOB is an ID or a full name. Jobs that are queued or have ended are not affected.',
    'The exit code is 1 if a job is still executing, if its status cannot be read, or if the server has none of the jobs. Ctrl+C stops waiting; a request that was sent is not undone.',
    'The stop is recorded before it is sent. If the program is killed before the response arrives, the next stop on that server lists the jobs that may or may not have been stopped.',
  ],
  options: [...connectionOptions, 'no-wait', 'wait-seconds', 'yes', 'state-dir', 'no-trunc', 'json'],
  examples: [
    { line: 'device-automation stop 12 13', text: 'Stop two jobs and wait for them to end.' },
    {
      line: "device-automation stop 'Nightly update' --no-wait",
      text: 'Stop a job by its name and do not wait.',
    },
  ],
  run: async context => {
    const { operands, localizer, options } = context;
    if (operands.length === 0) throw new UsageError(localizer.t('Pass the jobs to stop.'));
    const limitMs = numberOf('wait-seconds', options.value('wait-seconds') ?? '120', localizer) * 1_000;
    const connection = context.connect();
    const jobs = await selectJobs(connection, operands, context);
    const stop = new Stop(context, connection, jobs);
    const journal = journalOf(context);
    try {
      if (!(await stop.send(journal))) return 1;
    } finally {
      await journal.release();
    }
    if (!options.has('no-wait')) await stop.follow(limitMs);
    stop.print();
    context.signal.throwIfAborted();
    return stop.succeeded ? 0 : 1;
  },
} as const satisfies CommandRow;

const resultTexts = {
  stopped: 'stopped',
  ended: 'ended by itself',
  stillExecuting: 'still executing',
  unknown: 'not known',
  requested: 'stop requested',
  notExecuting: 'not executing, so not affected',
  notSent: 'not sent',
  notFound: 'not found',
} as const;

type Result = keyof typeof resultTexts;

/** A stop request and the further course of its jobs. */
class Stop {
  readonly #context: CliContext;
  readonly #connection: CliConnection;
  readonly #jobs: readonly Job[];
  #before: ReadonlyMap<number, KnownStatus | undefined> = new Map();
  #outcomes: ReadonlyMap<number, StopOutcome> = new Map();
  #response: StopResponse = { kind: 'accepted', message: '' };
  #failure: PartialStopError | undefined;
  /** Why jobs were left out, by ID. */
  #refused: ReadonlyMap<number, unknown> = new Map();

  constructor(context: CliContext, connection: CliConnection, jobs: readonly Job[]) {
    this.#context = context;
    this.#connection = connection;
    this.#jobs = jobs;
  }

  get succeeded(): boolean {
    const bad: readonly Result[] = ['stillExecuting', 'unknown', 'notSent', 'notFound'];
    return this.#failure === undefined && !this.#jobs.some(job => bad.includes(this.#resultOf(job)));
  }

  /** False if the user does not confirm it. */
  async send(journal: RunJournal): Promise<boolean> {
    const { setDone, localizer, output, signal, errorText } = this.#context;
    const { session, server } = this.#connection;
    const ids = this.#jobs.map(({ id }) => id);
    const stopped = { server, jobs: this.#jobs, errorText };
    const taken = await takeInterrupted(journal, { output, server }, findInterruptedStops(localizer));
    if (!(await isConfirmed(this.#context, server, undefined))) return false;
    const readings = await readStatuses(this.#connection, ids, this.#context).catch(() => undefined);
    signal.throwIfAborted();
    const before = readings ?? new Map();
    this.#before = new Map(ids.map(id => [id, statusIn(before, id)]));
    const { response, failure, refused } = await duringWrite(this.#context, () =>
      recordStop(taken.journal, stopped, session.writes),
    );
    this.#response = response;
    this.#failure = failure;
    this.#refused = refused;
    setDone(
      localizer.plural(
        'Stop requested for {count} job.|Stop requested for {count} jobs.',
        this.#requested.length,
      ),
    );
    return true;
  }

  /** Waits until all jobs that may have been executing have ended. */
  async follow(limitMs: number): Promise<void> {
    const { output, localizer, signal } = this.#context;
    const { statuses } = this.#connection.session;
    if (this.#response.kind === 'noneFound') return;
    const ids = this.#requested.filter(({ id }) => this.#mayExecute(id)).map(({ id }) => id);
    if (ids.length === 0) return;
    output.progress(localizer.t('Waiting for the jobs to end'));
    const outcomes = await followStop(ids, { statuses, clock: systemClock, signal, limitMs });
    output.endProgress();
    this.#outcomes = new Map(outcomes.map(outcome => [outcome.id, outcome]));
  }

  print(): void {
    const { output, localizer } = this.#context;
    const { t } = localizer;
    if (output.isJson) output.json(this.#json());
    else {
      output.table([
        [t('ID'), t('Name'), t('Result'), t('Status')],
        ...this.#jobs.map(job => [
          String(job.id),
          jobTitle(job, localizer),
          t(resultTexts[this.#resultOf(job)]),
          this.#statusOf(job.id),
        ]),
      ]);
    }
    if (this.#failure !== undefined) output.note(this.#context.errorText(this.#failure));
    for (const job of this.#jobs) {
      const error = this.#refused.get(job.id);
      if (error !== undefined && !isNotFound(error))
        output.note(`${jobTitle(job, localizer)}: ${this.#context.errorText(error)}`);
    }
    const detail = this.#response.message;
    if (detail !== '') output.note(t('Response from the server: {detail}', { detail }));
  }

  get #requested(): readonly Job[] {
    const ids = this.#failure && new Set(this.#failure.requestedIds);
    return this.#jobs.filter(({ id }) => !this.#refused.has(id) && ids?.has(id) !== false);
  }

  #mayExecute(id: number): boolean {
    const before = this.#before.get(id);
    return before === undefined || before.kind === 'running';
  }

  #resultOf({ id }: Job): Result {
    if (this.#response.kind === 'noneFound') return 'notFound';
    if (this.#refused.has(id)) return isNotFound(this.#refused.get(id)) ? 'notFound' : 'notSent';
    if (this.#failure?.unsentIds.includes(id)) return 'notSent';
    if (this.#failure?.failedIds.includes(id))
      return this.#failure.reason instanceof OutcomeError ? 'unknown' : 'notSent';
    const outcome = this.#outcomes.get(id);
    if (outcome !== undefined) return outcome.kind;
    const { kind } = this.#before.get(id) ?? { kind: 'running' };
    return kind === 'running' || kind === 'unknown' ? 'requested' : 'notExecuting';
  }

  #statusOf(id: number): string {
    const outcome = this.#outcomes.get(id);
    if (outcome !== undefined) return outcome.status;
    return statusCell(this.#before.get(id), this.#context.localizer);
  }

  #json(): unknown {
    const rows = this.#jobs.map(job => ({
      id: job.id,
      name: job.name,
      result: this.#resultOf(job),
      before: this.#before.get(job.id)?.word,
      status: this.#outcomes.get(job.id)?.status ?? this.#before.get(job.id)?.word,
    }));
    return { message: this.#response.message, jobs: rows };
  }
}
