import type { StopAnswer } from '../api/resources/jobs.ts';
import { localizer } from '../host/localize.ts';
import { jobName, namesOf } from '../host/objectNames.ts';
import { confirmOn } from '../host/productionGuard.ts';
import type { Job } from '../model/job.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { KnownStatus } from '../store/statusMonitor.ts';
import { sweepStatuses } from '../store/statusSweep.ts';
import { followStop, type StopOutcome } from '../store/stopFollower.ts';
import { systemClock } from '../util/clock.ts';
import { jobItem, jobsFor } from './jobArguments.ts';
import type { CommandParts } from './parts.ts';

const { t } = localizer;

interface Before {
  readonly job: Job;
  /** `undefined` when the status could not be read. */
  readonly status: KnownStatus | undefined;
}

/** Stops jobs in one request and says of each whether it was executing (contract, "Stop rules"). */
export async function stopJobs(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const targets = await jobsFor(parts, args, t('Stop Jobs'));
  if (targets === undefined || targets.jobs.length === 0) return;
  const { session, jobs } = targets;
  const needsConsent = jobs.length > 1 || session.server.production === true;
  if (needsConsent && !(await confirmStop(parts, session, jobs))) return;
  const before = await statusesOf(session, jobs);
  const answer = await sendStop(parts, session, jobs);
  session.statuses.touch(jobs.map(job => job.id));
  if (answer.kind === 'noneFound') {
    await parts.dialogs.warn(withServerWords(t('The server found none of these jobs.'), answer.message));
    await parts.jobsView.refresh();
    return;
  }
  // Not awaited: the message may stay on the screen while the jobs end.
  void parts.dialogs.info(withServerWords(stopReport(before), answer.message));
  await reportEnds(parts, session, before);
}

/** One request for all; a journal tells that it was sent if the window does not live to see the answer. */
async function sendStop(
  { journal }: CommandParts,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<StopAnswer> {
  const { id, name, url } = session.server;
  const notes = await journal.begin({
    act: 'stopJobs',
    server: { id, name, url },
    items: jobs.map(jobItem),
  });
  for (const index of jobs.keys()) await notes.sent(index);
  try {
    return await session.jobs.stop(jobs.map(job => job.id));
  } finally {
    // Told from here in any case, unless the window closes before.
    if (!notes.signal.aborted) await notes.end();
  }
}

/** Waits until what was executing has really stopped, and says of each job what became of it. */
async function reportEnds(
  parts: CommandParts,
  session: ServerSession,
  before: readonly Before[],
): Promise<void> {
  const followed = before.filter(({ status }) => status === undefined || status.kind === 'running');
  if (followed.length === 0) return;
  const { statuses } = session;
  const ids = followed.map(({ job }) => job.id);
  const outcomes = await parts.dialogs.progress(t('Waiting until the jobs have stopped'), (_, signal) =>
    followStop(ids, { statuses, clock: systemClock, signal }),
  );
  const jobOf = new Map(followed.map(({ job }) => [job.id, job]));
  const named = (kind: StopOutcome['kind'], nameOf: (outcome: StopOutcome, name: string) => string) => {
    const found = outcomes.filter(outcome => outcome.kind === kind);
    const name = (outcome: StopOutcome) => {
      const job = jobOf.get(outcome.id);
      return nameOf(outcome, job === undefined ? `#${outcome.id}` : jobName(job));
    };
    return found.length === 0 ? '' : namesOf(found, name);
  };
  const withStatus = ({ status }: StopOutcome, name: string) => `${name} (${status || t('no status')})`;
  const stopped = named('stopped', (_, name) => name);
  const ended = named('ended', withStatus);
  const running = named('stillRunning', withStatus);
  const unknown = named('unknown', withStatus);
  const lines = [
    stopped === '' ? '' : t('Stopped: {jobs}.', { jobs: stopped }),
    ended === '' ? '' : t('Ended by themselves: {jobs}.', { jobs: ended }),
    running === '' ? '' : t('Still executing: {jobs}.', { jobs: running }),
    unknown === '' ? '' : t('Status not known: {jobs}.', { jobs: unknown }),
  ].filter(line => line !== '');
  const hasStopped = outcomes.every(({ kind }) => kind === 'stopped' || kind === 'ended');
  const text = lines.join(' ');
  await (hasStopped ? parts.dialogs.info(text) : parts.dialogs.warn(text));
}

function confirmStop(parts: CommandParts, session: ServerSession, jobs: readonly Job[]): Promise<boolean> {
  return confirmOn(session.server, parts.dialogs, {
    message: localizer.plural(
      'Stop {count} job on “{server}”?|Stop {count} jobs on “{server}”?',
      jobs.length,
      {
        server: session.server.name,
      },
    ),
    detail: namesOf(jobs, jobName, 10),
    action: t('Stop'),
  });
}

/** Statuses as of now: only the report is poorer without them; the stop itself does not depend on them. */
async function statusesOf(session: ServerSession, jobs: readonly Job[]): Promise<Before[]> {
  const startedMs = systemClock.now();
  const ids = jobs.map(job => job.id);
  await sweepStatuses(session.statuses, ids).catch(() => undefined);
  return jobs.map(job => {
    const status = session.statuses.get(job.id);
    return { job, status: status !== undefined && status.asOfMs >= startedMs ? status : undefined };
  });
}

function stopReport(before: readonly Before[]): string {
  const running = before.filter(({ status }) => status?.kind === 'running');
  const unclear = before.filter(({ status }) => status === undefined || status.kind === 'unknown');
  const others = before.filter(entry => !running.includes(entry) && !unclear.includes(entry));
  const name = ({ job }: Before) => jobName(job);
  const nameAndStatus = ({ job, status }: Before) => `${jobName(job)} (${status?.word || t('no status')})`;
  return [
    running.length > 0 ? t('Stopping: {jobs}.', { jobs: namesOf(running, name) }) : '',
    unclear.length > 0 ? t('Stopping if executing: {jobs}.', { jobs: namesOf(unclear, nameAndStatus) }) : '',
    others.length > 0
      ? t('Not executing, so not affected: {jobs}.', { jobs: namesOf(others, nameAndStatus) })
      : '',
  ]
    .filter(part => part !== '')
    .join(' ');
}

function withServerWords(text: string, message: string): string {
  return message === '' ? text : `${text} ${t('The server says: {detail}', { detail: message })}`;
}
