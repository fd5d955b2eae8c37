import * as vscode from 'vscode';
import type { Group } from '../../../api/model/group.ts';
import { emptyJobDraft, type Job, toJobDraft } from '../../../api/model/job.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import { SeenTargets } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { rowsIn, rowsOf } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import {
  type GroupChoice,
  type GroupTargets,
  groupsFor,
  pickGroups,
} from '../../../workbench/commands/groups/groupArguments.ts';
import { type JobChoice, jobChoices, jobsFor } from '../../../workbench/commands/jobs/jobArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import type { Creation } from '../../../workbench/commands/runs/steps.ts';
import { readWhole } from '../../../workbench/notices/wholeLists.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, jobNames, namesOf } from '../../../workbench/platform/objectNames.ts';
import { nextRunTexts } from '../../../workbench/servers/schedules.ts';
import { reviewOn } from '../../../workbench/servers/serverMarks.ts';

type ForGroupsContext = RunContext & JobChoice & GroupChoice & Uses<'schedules'>;

/**
 * New jobs for groups: of jobs, copies for the groups that the user picks; for one group, a new job; for several, one
 * new job or a copy of a job for each.
 */
export async function createJobsForGroups(
  context: ForGroupsContext & Uses<'documents'>,
  args: Args,
): Promise<void> {
  if (rowsOf(rowsIn(args), 'job').length > 0) return duplicateForGroups(context, args);
  const title = t('New Jobs for Groups');
  const targets = await groupsFor(context, args, title);
  if (targets === undefined || targets.groups.length === 0) return;
  const { session, groups } = targets;
  if (groups.length === 1) return newJobForGroups(context, targets);
  if (!(await readWhole(context, session, ['jobs']))) return;
  const one = plural('New Job for {count} Group|New Job for {count} Groups', groups.length);
  const isNew = { value: newJob, label: one, iconPath: new vscode.ThemeIcon('add') };
  const choices = [isNew, ...jobChoices(session)];
  const chosen = await context.dialogs.pick(t('Job to Copy for Each Group, or One New Job'), choices);
  if (chosen === newJob) return newJobForGroups(context, targets);
  const job = chosen === undefined ? undefined : session.jobs.get(Number(chosen));
  if (job !== undefined) await createForGroups(context, session, [job], groups);
}

const newJob = 'new';

/** Opens a new job that targets the groups. */
async function newJobForGroups(
  context: Uses<'notices' | 'dialogs' | 'documents'>,
  { session, groups }: GroupTargets,
): Promise<void> {
  const ids = await groupIdsOf(context, session, groups);
  if (ids.size === 0) return;
  const name = t('Job for {groups}', { groups: namesOf([...ids.keys()], groupTitle, 3) });
  await context.documents.openNew(session, 'job', name, {
    ...emptyJobDraft,
    name,
    groups: [...ids.values()],
  });
}

/** Creates copies of jobs, one for each group that the user picks, with the group as its only target. */
export async function duplicateForGroups(context: ForGroupsContext, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Duplicate for Groups'));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  if (!(await readWhole(context, session, ['groups']))) return;
  const title = t('Duplicate {jobs} for Groups', { jobs: jobNames(jobs, 3) });
  await createForGroups(context, session, jobs, await pickGroups(context, session, title));
}

/** One of the jobs to create. */
interface Planned {
  readonly job: Job;
  readonly group: Group;
  readonly groupId: number;
}

async function createForGroups(
  context: ForGroupsContext,
  session: ServerSession,
  listed: readonly Job[],
  groups: readonly Group[],
): Promise<void> {
  // Names that are taken are those of all jobs.
  if (groups.length === 0 || !(await readWhole(context, session, ['jobs']))) return;
  const ids = await groupIdsOf(context, session, groups);
  const jobs = await Promise.all(listed.map(({ id }) => session.jobs.read(id)));
  const planned = jobs.flatMap(job => [...ids].map(([group, groupId]) => ({ job, group, groupId })));
  if (planned.length === 0) return;
  const targets = new SeenTargets(session).saw(ids.values());
  const names = await reviewNames(context, session, planned);
  if (names.size === 0) return;
  const steps = planned.flatMap((plan): Creation[] => {
    const name = names.get(plan);
    if (name === undefined) return [];
    const own = { groups: [plan.groupId], dynamic_groups: [], peers: [] };
    const draft = { ...toJobDraft(plan.job), ...own, name };
    return [{ kind: 'create', objectKind: 'job', name, draft }];
  });
  await takeSteps(context, session, { act: 'createJobs', steps, targets });
}

/** Shows the new jobs, lets the user change how they are named, and resolves with the names of those left checked. */
async function reviewNames(
  { dialogs, reports, schedules }: ForGroupsContext,
  session: ServerSession,
  planned: readonly Planned[],
): Promise<ReadonlyMap<Planned, string>> {
  const { server } = session;
  let pattern = defaultPattern(session, planned);
  const nextRun = nextRunTexts(schedules, server);
  const taken = new Set(session.jobs.jobs.map(({ name }) => name.trim()));
  const nameOf = (plan: Planned) => nameForGroup(pattern, plan);
  const choicesOf = () =>
    planned.map((plan, index) => ({
      value: String(index),
      label: displayText(nameOf(plan)),
      description: joinTexts(
        ' · ',
        plural('{count} device|{count} devices', plan.group.server_set.length),
        nextRun(plan.job),
        taken.has(nameOf(plan)) && t('a job already has this name'),
      ),
      isFixed: false,
    }));
  const title = plural('Create {count} job on “{server}”|Create {count} jobs on “{server}”', planned.length, {
    server: server.name,
  });
  const read = async () =>
    linkText([
      title,
      t('Nothing has been sent yet.'),
      '',
      ...choicesOf().map(({ label, description }) => `${label}: ${description}`),
    ]);
  const chosen = await reviewOn(server, dialogs, {
    action: t('Create'),
    title,
    placeholder: t('Each job has only its group as target'),
    choices: choicesOf(),
    open: {
      label: t('Open Preview in Editor'),
      run: () => reports.show({ key: `jobsForGroups/${server.id}`, title, read }),
    },
    edit: {
      label: t('Change Names…'),
      run: async () => {
        const typed = await dialogs.input({
          title: t('Names of the New Jobs'),
          prompt: t('{job} stands for the name of the copied job, {group} for the name of the group.', {
            job: '{job}',
            group: '{group}',
          }),
          value: pattern,
          validate: text =>
            text.includes('{group}') ? undefined : t('The names need {group} in them.', { group: '{group}' }),
        });
        pattern = typed?.trim() ?? pattern;
        return { choices: choicesOf() };
      },
    },
  });
  const indexes = new Set(chosen);
  return new Map(
    planned.flatMap((plan, index) => (indexes.has(String(index)) ? [[plan, nameOf(plan)] as const] : [])),
  );
}

/** A name that already contains the name of the job's group gets the other group's name in its place. */
function defaultPattern({ groups }: ServerSession, planned: readonly Planned[]): string {
  const [only, ...more] = new Set(planned.map(({ job }) => job));
  const own = only?.groups.map(id => groups.byId(id)?.name ?? '') ?? [];
  const contained = own.find(name => name !== '' && only?.name.includes(name));
  return only === undefined || more.length > 0 || contained === undefined
    ? '{job} – {group}'
    : only.name.replace(contained, '{group}');
}

/** In one pass, because names may contain the words that stand for names. */
function nameForGroup(pattern: string, { job, group }: Planned): string {
  return pattern.replace(/\{(job|group)\}/g, (_, word) => (word === 'job' ? job.name : group.name)).trim();
}
