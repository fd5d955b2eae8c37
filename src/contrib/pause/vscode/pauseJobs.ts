import type { Job } from '../../../api/model/job.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { responseSlices } from '../../../base/slices.ts';
import { dayMs, hourMs, weekdayOf } from '../../../recurrence/text/calendarDay.ts';
import { dayOfWall } from '../../../recurrence/text/dateTimeValue.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { ofRows } from '../../../workbench/commands/arguments.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { groupIdsOf } from '../../../workbench/commands/findGroupIds.ts';
import { type GroupChoice, groupsFor } from '../../../workbench/commands/groups/groupArguments.ts';
import { type JobChoice, jobsFor } from '../../../workbench/commands/jobs/jobArguments.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { editStep } from '../../../workbench/commands/runs/steps.ts';
import { targetingJobs } from '../../../workbench/commands/runs/targetingJobs.ts';
import { readWhole } from '../../../workbench/notices/wholeLists.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { groupTitle, namesOf } from '../../../workbench/platform/objectNames.ts';
import { type MomentWords, momentText } from '../../changeJobs/common/momentText.ts';
import { type AskedWindow, parseWindow } from '../../changeJobs/common/typedWindow.ts';
import type { PreviewLine } from '../../changeJobs/vscode/changePreview.ts';
import { reviewEdits } from '../../changeJobs/vscode/changeReview.ts';
import { listedOrChosenJobs } from '../../changeJobs/vscode/listedJobs.ts';
import type { Pause } from '../common/pauseFile.ts';
import { isResumed, planPause, planResume, stillNeeded } from '../common/pausePlan.ts';
import { pauseOutcomeText, pauseRunsText, resumeOutcomeText, windowText } from '../common/pauseTexts.ts';
import type { Pauses } from './pauses.ts';

type PauseContext = RunContext &
  JobChoice &
  GroupChoice & { readonly pauses: Pick<Pauses, 'factsFor' | 'wordsFor' | 'change' | 'activeOf'> };

/** Lets jobs rest for a time, also those of groups: their schedules exclude the runs that fall into it. */
export const pauseJobs = ofRows(pauseChosen, pauseOfGroups);

async function pauseChosen(context: PauseContext, args: Args): Promise<void> {
  const targets = await listedOrChosenJobs(context, args, t('Pause Jobs'));
  if (targets !== undefined && targets.jobs.length > 0) await pause(context, targets.session, targets);
}

/** The jobs that target the groups; others that reach their devices are offered, too. */
async function pauseOfGroups(context: PauseContext, args: Args): Promise<void> {
  const found = await jobsOfGroups(context, args, t('Pause Jobs of Groups'));
  if (found !== undefined) await pause(context, found.session, found);
}

/** The jobs that target the groups of a command, and others that reach their devices. */
async function jobsOfGroups(context: PauseContext, args: Args, title: string) {
  const targets = await groupsFor(context, args, title);
  if (targets === undefined || targets.groups.length === 0) return undefined;
  const { session, groups } = targets;
  const ids = await groupIdsOf(context, session, groups);
  if (ids.size === 0 || !(await readWhole(context, session, ['jobs', 'groups']))) return undefined;
  const targeting = await targetingJobs(context, session, ids);
  const jobs = [...new Set(targeting.flatMap(target => target.jobs))];
  const uses = session.targets.usesOfAny(groups.flatMap(group => group.server_set));
  const others = uses.jobs.map(({ job }) => job).filter(job => !jobs.includes(job));
  if (jobs.length + others.length > 0) return { session, jobs, others };
  const names = namesOf(groups, groupTitle, 3);
  await context.dialogs.info(t('No job targets {groups} or its devices.', { groups: names }));
  return undefined;
}

interface Paused {
  readonly jobs: readonly Job[];
  /** Offered, but only paused if the user checks them. */
  readonly others?: readonly Job[];
}

async function pause(
  context: PauseContext,
  session: ServerSession,
  { jobs, others = [] }: Paused,
): Promise<void> {
  const { dialogs, pauses } = context;
  const asked = await askWindow(context, jobs.length + others.length);
  if (asked === undefined) return;
  const facts = await pauses.factsFor(session);
  const words = pauses.wordsFor();
  const records = new Map<number, Pause>();
  const lines = await dialogs.progress(t('Preparing the changes'), async (_report, signal) => {
    const slices = responseSlices(signal);
    const found: PreviewLine[] = [];
    for (const job of [...jobs, ...others]) {
      if (slices.isOver) await slices.rest();
      const outcome = planPause(job, asked, facts);
      const what = pauseOutcomeText(outcome, words.localizer);
      const isUnchecked = !jobs.includes(job);
      if (outcome.kind === 'edit') {
        records.set(job.id, outcome.pause);
        const reaches = isUnchecked && t('It reaches devices of the groups, but does not target them.');
        const runs = pauseRunsText(outcome, words);
        found.push({ job, outcome, what: joinTexts(' ', what, reaches), runs, isUnchecked });
      } else if (outcome.kind === 'blocked') {
        const { edit, pause: record } = outcome.instead;
        records.set(job.id, record);
        const runs = t('Check it to disable it instead; you will be reminded to enable it.');
        found.push({ job, outcome: { kind: 'edit', edit }, what, runs, isUnchecked: true });
      } else if (!isUnchecked) {
        found.push({ job, outcome: { kind: 'unchanged' }, what, runs: '' });
      }
    }
    return found;
  });
  const title = pauseTitle(asked, words);
  const { edits } = await reviewEdits(context, session, {
    title,
    lines,
    hintOf: () => zoneHint(facts, words),
  });
  if (edits.length === 0) return;
  const add = edits.flatMap(({ job }) => records.get(job.id) ?? []);
  // Recorded first: what a schedule excludes could not be told from what others had excluded.
  await pauses.change(session, add);
  await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep), title });
  const now = edits.flatMap(({ job }) => session.jobs.get(job.id) ?? []);
  const needed = stillNeeded(now, add, facts);
  if (needed.length > 0) await pauses.change(session, needed);
}

/** Which clock a window is on, if schedules are on another one. */
function zoneHint({ reading }: Awaited<ReturnType<Pauses['factsFor']>>, { zone }: MomentWords): string {
  return reading.zone.id === zone.id ? '' : t('Times in {zone}', { zone: zone.id });
}

/** "Pause until Jan 9: stocktaking". */
function pauseTitle(asked: AskedWindow, words: MomentWords): string {
  const title = t('Pause {window}', { window: windowText(asked, words) });
  return asked.reason === '' ? title : `${title}: ${displayText(asked.reason, 80)}`;
}

/** Asks for a window: typed, or one of a few usual ones. */
async function askWindow(
  { dialogs, pauses }: Pick<PauseContext, 'dialogs' | 'pauses'>,
  count: number,
): Promise<AskedWindow | undefined> {
  const words = pauses.wordsFor();
  const { nowMs, zone } = words;
  const found = new Map<string, AskedWindow>();
  const choiceOf = (asked: AskedWindow, label: string) => {
    found.set(label, asked);
    return { value: label, label, description: momentText(asked.untilMs, words) };
  };
  const wallMs = zone.toWall(nowMs);
  const morning = (days: number) => zone.toInstant((dayOfWall(wallMs) + days) * dayMs + 8 * hourMs).instantMs;
  const toMonday = 7 - weekdayOf(dayOfWall(wallMs));
  const until = (untilMs: number): AskedWindow => ({ fromMs: nowMs, untilMs, reason: '' });
  const usual = [
    choiceOf(until(nowMs + hourMs), t('For 1 Hour')),
    choiceOf(until(nowMs + 4 * hourMs), t('For 4 Hours')),
    choiceOf(until(morning(1)), t('Until Tomorrow Morning')),
    choiceOf(until(morning(toMonday)), t('Until Monday Morning')),
    choiceOf(until(nowMs + 7 * dayMs), t('For 1 Week')),
  ];
  const answer = await dialogs.search({
    title: plural('Pause {count} Job|Pause {count} Jobs', count),
    placeholder: t('Select or type a time, for example “until Jan 9: stocktaking”, “30.12-9.1” or “2h”'),
    search: async typed => {
      if (typed.trim() === '') return usual;
      const asked = parseWindow(typed, nowMs, zone);
      return asked === undefined ? [] : [choiceOf(asked, pauseTitle(asked, words))];
    },
  });
  return answer && found.get(answer.value);
}

/** Takes back what a pause has done to jobs, also those of groups, whatever others have changed since. */
export const resumeJobs = ofRows(resumeChosen, resumeOfGroups);

async function resumeChosen(context: PauseContext, args: Args): Promise<void> {
  const { pauses } = context;
  const isPaused = (job: Job) => {
    const session = context.sessions.active;
    return session !== undefined && pauses.activeOf(job, session) !== undefined;
  };
  const targets = await jobsFor(context, args, t('Resume Now'), isPaused);
  if (targets === undefined || targets.jobs.length === 0) return;
  await resumeThese(context, targets.session, targets.jobs);
}

/** Only those that are paused. */
async function resumeOfGroups(context: PauseContext, args: Args): Promise<void> {
  const found = await jobsOfGroups(context, args, t('Resume Now'));
  if (found === undefined) return;
  const { session, jobs, others } = found;
  const paused = [...jobs, ...others].filter(job => context.pauses.activeOf(job, session) !== undefined);
  if (paused.length > 0) return resumeThese(context, session, paused);
  await context.dialogs.info(t('None of these jobs is paused.'));
}

export async function resumeThese(
  context: PauseContext,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<void> {
  const { pauses } = context;
  const facts = await pauses.factsFor(session);
  const words = pauses.wordsFor();
  const lines = jobs.map((job): PreviewLine => {
    const outcome = planResume(job, facts);
    const what = resumeOutcomeText(outcome, words.localizer);
    if (outcome.kind === 'unchanged') {
      if (outcome.excluded === undefined) return { job, outcome, what, runs: '' };
      const runs = t('Check it to bring them back.');
      const { edit } = outcome.excluded;
      return { job, outcome: { kind: 'edit', edit }, what, runs, isUnchecked: true };
    }
    const { firstMs } = outcome;
    const next = firstMs === undefined ? t('none') : momentText(firstMs, words);
    return { job, outcome, what, runs: t('Next run: {next}', { next }) };
  });
  const title = t('Resume Now');
  const { edits } = await reviewEdits(context, session, { title, lines, hintOf: () => '' });
  if (edits.length === 0) return;
  await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep), title });
  const now = edits.flatMap(({ job }) => session.jobs.get(job.id) ?? []);
  const resumed = now.filter(job => isResumed(job, facts));
  await pauses.change(
    session,
    [],
    resumed.map(({ id }) => id),
  );
}
