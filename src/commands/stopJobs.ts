import { localizer } from '../host/localize.ts';
import { jobName } from '../host/objectNames.ts';
import { confirmOn } from '../host/productionGuard.ts';
import type { Job } from '../model/job.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { KnownStatus } from '../store/statusMonitor.ts';
import { namesOf } from './bulk.ts';
import { jobsFor } from './jobArguments.ts';
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
  const answer = await session.jobs.stop(jobs.map(job => job.id));
  session.statuses.touch(jobs.map(job => job.id));
  if (answer.kind === 'noneFound') {
    await parts.dialogs.warn(withServerWords(t('The server found none of these jobs.'), answer.message));
    await parts.jobsView.refresh();
    return;
  }
  await parts.dialogs.info(withServerWords(stopReport(before), answer.message));
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

function statusesOf(session: ServerSession, jobs: readonly Job[]): Promise<Before[]> {
  return Promise.all(
    jobs.map(async job => ({
      job,
      // Only the report is poorer without it; the stop itself does not depend on the status.
      status: await session.statuses.read(job.id).catch(() => undefined),
    })),
  );
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
