import { isAbort, OutcomeError, PartialStopError } from '../api/errors.ts';
import type { StopAnswer } from '../api/resources/jobs.ts';
import { localizer } from '../host/localize.ts';
import { jobName, namesOf } from '../host/objectNames.ts';
import { JournalError, type OpenRun } from '../host/openRun.ts';
import { confirmOn } from '../host/productionGuard.ts';
import type { RunRecord } from '../host/runRecord.ts';
import type { Job } from '../model/job.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { KnownStatus } from '../store/statusMonitor.ts';
import { sweepStatuses } from '../store/statusSweep.ts';
import { followStop, type StopOutcome } from '../store/stopFollower.ts';
import { systemClock } from '../util/clock.ts';
import { jobsFor } from './jobArguments.ts';
import type { CommandParts } from './parts.ts';
import { jobItem } from './remainingObjects.ts';
import { runReport } from './runReport.ts';

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
  const { answer, asked } = await sendStop(parts, session, jobs);
  if (answer.kind === 'noneFound') {
    await parts.dialogs.warn(withServerWords(t('The server found none of these jobs.'), answer.message));
    await parts.jobsView.refresh();
    return;
  }
  const stopping = before.filter(({ job }) => asked.has(job.id));
  if (stopping.length === 0) return;
  // Not awaited: the message may stay on the screen while the jobs end.
  void parts.dialogs.info(withServerWords(stopReport(stopping), answer.message));
  await reportEnds(parts, session, stopping);
}

interface SentStop {
  readonly answer: StopAnswer;
  /** Ids of the jobs that the server was asked to stop; all, unless the request had to be made in parts. */
  readonly asked: ReadonlySet<number>;
}

/** One request for all; a journal tells that it was sent if the window does not live to see the answer. */
async function sendStop(
  parts: CommandParts,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<SentStop> {
  const { id, name, url } = session.server;
  const ids = jobs.map(job => job.id);
  const notes = await parts.journal.begin({
    act: 'stopJobs',
    server: { id, name, url },
    items: jobs.map(jobItem),
  });
  try {
    for (const index of jobs.keys()) await notes.sent(index);
    return { answer: await session.jobs.stop(ids), asked: new Set(ids) };
  } catch (error) {
    noteFailure(parts, session, notes, error);
    if (!(error instanceof PartialStopError)) throw error;
    void tellPart(parts, parts.notices.text(error, session.server), notes.record);
    return { answer: { kind: 'accepted', message: '' }, asked: new Set(error.askedIds) };
  } finally {
    session.statuses.touch(ids);
    await notes.end();
  }
}

/** Notes what is known of each job after all: a window that closes leaves it for the next one to tell. */
function noteFailure(
  { notices }: CommandParts,
  session: ServerSession,
  notes: OpenRun,
  error: unknown,
): void {
  // Nothing was sent, and nothing more can be written.
  if (error instanceof JournalError) return;
  const part = error instanceof PartialStopError ? error : undefined;
  const reason = part?.reason ?? error;
  const failure = reason instanceof OutcomeError ? 'unknown' : isAbort(reason) ? 'notSent' : 'failed';
  const text = failure === 'notSent' ? '' : notices.text(reason, session.server);
  const asked = new Set(part?.askedIds);
  const unsent = new Set(part?.unsentIds);
  for (const [index, { id = 0 }] of notes.record.items.entries()) {
    if (asked.has(id)) notes.settled(index, 'done');
    else if (unsent.has(id)) notes.settled(index, 'notSent');
    else notes.settled(index, failure, text);
  }
}

/** Not awaited by the stop: what was accepted is followed meanwhile. */
async function tellPart(
  { dialogs, documents, log }: CommandParts,
  text: string,
  record: RunRecord,
): Promise<void> {
  log.error(text);
  const showReport = t('Show Report');
  if ((await dialogs.warn(text, showReport)) === showReport)
    await documents.showText(runReport(record), 'plaintext');
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
