import { toJobDraft } from '../../model/job.ts';
import { localizer } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import type { Args, Uses } from '../commandContext.ts';
import { confirmEditors } from '../confirmEditors.ts';
import { activeSession, type SessionAccess } from '../servers/serverArguments.ts';
import { type JobChoice, jobsFor } from './jobArguments.ts';

const { t, plural } = localizer;

/** Opens the documents of jobs. */
export async function openJobs(context: JobChoice & Uses<'documents'>, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Open Jobs'));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const question = plural('Open {count} job?|Open {count} jobs?', jobs.length);
  if (!(await confirmEditors(context, jobs.length, question))) return;
  for (const job of jobs) await context.documents.open(session, 'job', job.id, jobName(job));
}

/** Opens the document of a job that does not exist yet; its first save creates it. */
export async function createJob(context: SessionAccess & Uses<'documents'>): Promise<void> {
  const session = await activeSession(context);
  if (session !== undefined) await context.documents.openNew(session, 'job', t('New Job'));
}

/** Opens a new document with the content of a job, to be reviewed and saved. */
export async function duplicateJobs(context: JobChoice & Uses<'documents'>, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Duplicate Jobs'));
  if (targets === undefined) return;
  const question = plural('Duplicate {count} job?|Duplicate {count} jobs?', targets.jobs.length);
  if (!(await confirmEditors(context, targets.jobs.length, question))) return;
  for (const listed of targets.jobs) {
    const job = await targets.session.jobs.read(listed.id);
    const name = t('{name} (copy)', { name: job.name });
    await context.documents.openNew(targets.session, 'job', name, { ...toJobDraft(job), name });
  }
}
