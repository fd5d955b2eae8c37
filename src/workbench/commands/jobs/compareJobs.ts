import { type Job, toJobDraft } from '../../../api/model/job.ts';
import { displayText } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { readWhole } from '../../notices/wholeLists.ts';
import { fieldLabels } from '../../platform/fieldLabels.ts';
import { localizer, t } from '../../platform/localize.ts';
import { jobName } from '../../platform/objectNames.ts';
import type { ReportSource } from '../../reports/reports.ts';
import type { Args, Uses } from '../commandContext.ts';
import { memberText } from '../runs/memberTexts.ts';
import { type JobChoice, jobsFor, pickJob } from './jobArguments.ts';

type CompareContext = JobChoice & Uses<'servers' | 'reports' | 'labels' | 'schedules'>;

interface JobOnServer {
  readonly session: ServerSession;
  readonly job: Job;
}

/** Compares two selected jobs side by side, or one job with another of the same or another server. */
export async function compareJobs(context: CompareContext, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Compare Jobs'));
  const [first, second, ...more] = targets?.jobs ?? [];
  if (targets === undefined || first === undefined) return;
  if (more.length > 0) return void (await context.dialogs.info(t('Select one or two jobs to compare.')));
  const { session } = targets;
  const left = { session, job: first };
  const right = second === undefined ? await askOther(context, left) : { session, job: second };
  if (right === undefined) return;
  const isOneServer = right.session === session;
  const titles = [left, right].map(({ session: { server }, job }) =>
    isOneServer ? jobName(job) : t('{name} on “{server}”', { name: jobName(job), server: server.name }),
  );
  const title = t('{left} ↔ {right}', { left: titles[0] ?? '', right: titles[1] ?? '' });
  await context.reports.compare(sourceOf(context, left, 'left'), sourceOf(context, right, 'right'), title);
}

/** The job to compare with: the one with the same name on the chosen server, or one that the user picks there. */
async function askOther(
  context: CompareContext,
  { session: own, job }: JobOnServer,
): Promise<JobOnServer | undefined> {
  const { dialogs, servers, sessions } = context;
  const title = t('Compare “{name}” with a Job on', { name: jobName(job) });
  const choices = servers.servers.map(({ id, name, url }) => ({ value: id, label: name, description: url }));
  const chosen = choices.length === 1 ? own.server.id : await dialogs.pick(title, choices);
  const session = chosen === own.server.id ? own : sessions.get(chosen ?? '');
  if (session === undefined) return undefined;
  if (!(await readWhole(context, session, ['jobs']))) return undefined;
  const isOther = ({ id }: Job) => session !== own || id !== job.id;
  const isNamesake = ({ name }: Job) => session !== own && name.trim() === job.name.trim();
  const [namesake, ...alike] = session.jobs.jobs.filter(isNamesake);
  if (namesake !== undefined && alike.length === 0) return { session, job: namesake };
  const other = await pickJob(context, session, t('Compare “{name}” with', { name: jobName(job) }), isOther);
  return other && { session, job: other };
}

function sourceOf(context: CompareContext, { session, job }: JobOnServer, side: string): ReportSource {
  return {
    key: `jobs/${session.server.id}/${side}`,
    title: jobName(job),
    read: async () => linkText(await linesOf(context, session, job.id)),
  };
}

/** A job as lines that can be compared between servers: names instead of IDs, in alphabetical order. */
async function linesOf(
  { dialogs, labels, schedules }: CompareContext,
  session: ServerSession,
  id: number,
): Promise<readonly string[]> {
  const [job] = await Promise.all([session.jobs.read(id), readWhole({ dialogs }, session, ['groups'])]);
  const naming = { session, labels };
  const collator = new Intl.Collator(localizer.language, { numeric: true });
  return Object.entries(toJobDraft(job)).flatMap(([field, value]) => {
    const label = fieldLabels([field]);
    if (Array.isArray(value)) {
      const names = value.map(member => memberText(field, member, naming)).sort(collator.compare);
      return [`${label}:`, ...names.map(name => `    ${name}`)];
    }
    if (typeof value === 'boolean') return [`${label}: ${value ? t('yes') : t('no')}`];
    if (field !== 'params')
      return [`${label}: ${displayText(typeof value === 'string' ? value : JSON.stringify(value))}`];
    const { sentence } = schedules.of(session.server).details(job.params, Date.now(), 0);
    return [`${label}: ${sentence}`, ...job.params.split(/\r?\n/).map(line => `    ${displayText(line)}`)];
  });
}
