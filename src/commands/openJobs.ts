import { localizer } from '../host/localize.ts';
import { jobName } from '../host/objectNames.ts';
import { toJobDraft } from '../model/job.ts';
import { jobsFor } from './jobArguments.ts';
import type { CommandParts } from './parts.ts';
import { activeSession } from './serverArguments.ts';

const { t } = localizer;

/** Opens the documents of jobs. */
export async function openJobs(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const targets = await jobsFor(parts, args, t('Open Jobs'));
  for (const job of targets?.jobs ?? []) {
    if (targets !== undefined) await parts.documents.open(targets.session, 'job', job.id, jobName(job));
  }
}

/** Opens the document of a job that does not exist yet; its first save creates it. */
export async function createJob(parts: CommandParts): Promise<void> {
  const session = await activeSession(parts);
  if (session !== undefined) await parts.documents.openNew(session, 'job', t('New Job'));
}

/** Opens a new document with the content of a job, to be looked over and saved. */
export async function duplicateJobs(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const targets = await jobsFor(parts, args, t('Duplicate Jobs'));
  if (targets === undefined) return;
  for (const listed of targets.jobs) {
    const job = await targets.session.jobs.read(listed.id);
    const name = t('{name} (copy)', { name: job.name });
    await parts.documents.openNew(targets.session, 'job', name, { ...toJobDraft(job), name });
  }
}
