import { countBy, groupBy } from '../../../../src/base/collections.ts';
import type { LoggedRun } from '../../../../src/contrib/demo/server/runner.ts';
import type { JobNews } from '../../../../src/contrib/observe/cli/observedJob.ts';
import { statusError } from '../../../store/support/fakes.ts';
import { judgedInMemory, observedFleet, weekStartMs } from './observedFleet.ts';
import { createObserver, fail, openStore } from './observerSetup.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const graceMs = 10 * minuteMs;
/** The server begins each second hourly run so late. */
const lateMs = 12 * minuteMs;
/** Until when a run that begins is of the planned time, and by when it has been judged. */
const lateUntilMs = (atMs: number, everyMs: number) =>
  atMs + Math.max(Math.min(graceMs, everyMs), Math.min(everyMs / 2, hourMs));
const judgedByMs = (everyMs: number) => lateUntilMs(0, everyMs) + 6 * minuteMs;
/** Looks right before the planned time are this early, and a server's scheduler may be. */
const earlyMs = 3_500;

/** `kill`: what was not stored is lost; `restart`: after it was stored; `outage`: the server does not respond. */
export interface Fault {
  readonly kind: 'kill' | 'restart' | 'outage';
  readonly afterMs: number;
  readonly forMs: number;
}

interface Setup {
  readonly folder: string;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** How often the jobs run, in turn. */
  readonly everyMinutes: readonly number[];
  readonly jobs: number;
  readonly hours: number;
}

type Judged = Extract<JobNews, { kind: 'judged' }> & { readonly jobId: number };

/** Observes jobs that run every few minutes, through the faults, and returns what was said of each planned run. */
export async function observeWithFaults({ folder, seed, faults, everyMinutes, jobs, hours }: Setup) {
  const fleet = observedFleet(jobs, seed);
  const { clock, api, server } = fleet;
  const periods = new Map<number, number>();
  const listed = new Map<number, string>();
  for (const [index, job] of fleet.world.jobs.all().entries()) {
    const every = everyMinutes[index % everyMinutes.length] ?? 60;
    const rule = `RRULE:FREQ=MINUTELY;INTERVAL=${every}`;
    const minute = every === 60 && index % 2 === 1 ? lateMs / minuteMs : 0;
    const params = `DTSTART:20260101T00${String(minute).padStart(2, '0')}00Z\n${rule}`;
    Object.assign(job, { params, enabled: true, run_on_start: false });
    fleet.runner.enabledChanged(job);
    listed.set(job.id, `DTSTART:20260101T000000Z\n${rule}`);
    periods.set(job.id, every * minuteMs);
  }
  const judgedRuns: Judged[] = [];
  const judged = judgedInMemory();
  const listedApi: typeof api = {
    ...api,
    async *list(options) {
      for await (const page of api.list(options))
        yield {
          ...page,
          items: page.items.map(job => ({ ...job, params: listed.get(job.id) ?? job.params })),
        };
    },
  };
  const open = async () => {
    const { history, files } = await openStore({ clock, folder });
    const observer = createObserver(
      { clock, api: listedApi, history },
      {
        judged,
        onNews: ({ id }, news) => {
          if (news.kind === 'judged') judgedRuns.push({ ...news, jobId: id });
        },
        onListFailure: fail,
      },
    );
    observer.start();
    return { observer, files };
  };
  let service = await open();
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= minuteMs) {
      await fleet.pass(Math.min(left, minuteMs));
      await service.files.flush();
    }
  };
  const close = async () => {
    await Promise.all([service.observer.stop(), fleet.pass(100)]);
  };
  const endMs = weekStartMs + hours * hourMs;
  for (const { kind, afterMs, forMs } of faults) {
    await pass(afterMs);
    // Within a minute after the last time that something was stored.
    if (kind === 'kill') await fleet.pass(forMs % minuteMs);
    if (kind === 'outage') server.failure = statusError(503);
    if (kind === 'kill' || kind === 'restart') await close();
    if (kind === 'restart') await service.files.flush();
    if (kind === 'outage') await pass(forMs);
    else await fleet.pass(forMs);
    server.failure = undefined;
    if (kind === 'kill' || kind === 'restart') service = await open();
  }
  await pass(Math.max(0, endMs - clock.now()) + 40 * minuteMs);
  await close();
  const times = countBy(judgedRuns, ({ jobId, planned }) => `${jobId} ${planned.atMs}`);
  const notOnce: string[] = [];
  // The first one that was planned after the first list was read.
  for (const [jobId, everyMs] of periods)
    for (let atMs = weekStartMs + everyMs; atMs < clock.now() - judgedByMs(everyMs); atMs += everyMs) {
      const count = times.get(`${jobId} ${atMs}`) ?? 0;
      if (count !== 1) notOnce.push(`job ${jobId} at ${timeOf(atMs)}: ${count} times`);
    }
  return { log: fleet.runner.log.runs, judged: judgedRuns, notOnce };
}

interface Observed {
  readonly log: readonly LoggedRun[];
  readonly judged: readonly Judged[];
}

/** The verdicts that the server's own log contradicts. A run belongs to the planned run in whose time it began. */
export function falseVerdicts({ log, judged }: Observed): readonly string[] {
  const byJob = groupBy(log, ({ jobId }) => jobId);
  return judged.flatMap(({ jobId, planned: { atMs, nextMs = Number.POSITIVE_INFINITY }, verdict }) => {
    const endMs = Math.min(atMs + graceMs, nextMs);
    const isBetween = (ms: number | undefined, fromMs: number, toMs: number) =>
      ms !== undefined && ms >= fromMs && ms < toMs;
    const runs = byJob.get(jobId) ?? [];
    const lateEndMs = lateUntilMs(atMs, nextMs - atMs);
    // A run begins when it is queued, however long it then waits for its turn.
    const isQueued = (fromMs: number, toMs: number) =>
      runs.some(({ queuedMs, startedMs }) => isBetween(queuedMs ?? startedMs, fromMs, toMs));
    const isStarted = (fromMs: number, toMs: number) =>
      runs.some(({ startedMs }) => isBetween(startedMs, fromMs, toMs));
    const { kind } = verdict;
    const isFalse =
      kind === 'notSeen' || kind === 'didNotRun'
        ? isQueued(atMs, lateEndMs) || isStarted(atMs, lateEndMs)
        : kind === 'late'
          ? isQueued(atMs, endMs) || !isQueued(endMs, lateEndMs)
          : kind === 'waiting'
            ? !runs.some(
                ({ queuedMs = atMs, startedMs = lateEndMs }) => queuedMs < lateEndMs && startedMs > atMs,
              )
            : ['seen', 'endedUnseen'].includes(kind) &&
              !isStarted(atMs - earlyMs, nextMs) &&
              !isQueued(atMs - earlyMs, endMs);
    if (!isFalse) return [];
    const near = runs
      .filter(({ plannedMs = 0 }) => Math.abs(plannedMs - atMs) <= hourMs / 2)
      .map(run => [run.plannedMs, run.queuedMs, run.startedMs, run.endedMs].map(timeOf).join(' '));
    return [`job ${jobId} at ${timeOf(atMs)}: ${verdict.kind}, but: ${near.join(', ')}`];
  });
}

function timeOf(ms: number | undefined): string {
  return ms === undefined ? '-' : new Date(ms).toISOString().slice(11, 23);
}
