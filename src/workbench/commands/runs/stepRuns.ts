import type { ServerConfig } from '../../../api/model/server.ts';
import { joinTexts } from '../../../base/displayText.ts';
import type { RunOperation, RunRecord } from '../../../store/runs/runRecord.ts';
import type { SeenTargets } from '../../../store/runs/stillSo.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import { type RunContext, reportDone, reportFailures, runEach } from './bulk.ts';
import { listsText } from './memberTexts.ts';
import { markAsSent, natureOf, type Step, stageOf, stepItem } from './steps.ts';
import { type Created, seenTargets, TakenSteps } from './takenSteps.ts';

/** What a run does to objects, and how it is reported. */
export interface StepsRun {
  readonly act: RunOperation;
  readonly steps: readonly Step[];
  /** What is asked, if the operation alone does not say it. */
  readonly title?: string | undefined;
  /** ID of the run that this one undoes. */
  readonly undoes?: string | undefined;
  /** The edits are about the jobs as a whole: their name, work and targets must be as they were seen. */
  readonly isOfWhole?: boolean;
  /** The targets as the user saw them; by default as they are listed when the run begins. */
  readonly targets?: SeenTargets;
  /** How many jobs are in no step, because they needed no change. */
  readonly already?: number;
  /** Says how many jobs were changed, and how many needed no change, unless that shows anyway. */
  readonly jobsText?: (changed: number, unchanged: number) => string;
  /** Says what was created and changed, instead of the usual sentences. */
  readonly texts?: (taken: TakenSteps) => readonly string[];
}

/**
 * Creates, changes and deletes objects in one run, each based on its current state on the server. One report covers
 * everything.
 */
export async function takeSteps(context: RunContext, session: ServerSession, run: StepsRun): Promise<void> {
  const { act, steps, title, undoes } = run;
  const { isOfWhole = act === 'enableJobs' || act === 'disableJobs' } = run;
  const { targets = seenTargets(session, steps) } = run;
  const taken = new TakenSteps(context, session, steps, { isOfWhole, targets });
  const result = await runEach<Step>(context, session, {
    act,
    title,
    undoes,
    items: steps.toSorted((one, other) => stageOf(one) - stageOf(other)),
    itemOf: step =>
      step.of === undefined ? stepItem(step) : { ...stepItem(step), ...natureOf(step), of: step.of },
    stageOf,
    run: (step, sending, left) => taken.take(step, sending, left),
  });
  session.statuses.touch([...taken.editedJobs.keys()].map(({ id }) => id));
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: ({ name }) => name,
      again: failed =>
        takeSteps(context, session, { ...run, targets, already: 0, steps: failed.map(markAsSent) }),
    }),
    reportTaken(context, session, run, { taken, record: result.record }),
  ]);
}

async function reportTaken(
  context: RunContext,
  session: ServerSession,
  run: StepsRun,
  { taken, record }: { readonly taken: TakenSteps; readonly record: RunRecord },
): Promise<void> {
  const { groups, deleted } = taken;
  const { server } = session;
  const { summary = '', problems = [] } = groups.report ?? {};
  for (const problem of problems) context.log.error(problem);
  const texts = run.texts?.(taken) ?? [
    createdText(server, taken.created),
    summary,
    jobsText(context, session, run, taken),
  ];
  const deletedText =
    deleted.length === 0
      ? ''
      : t('Deleted on “{server}”: {names}.', { server: server.name, names: listOf(deleted) });
  await reportDone(context, session, record, {
    texts: [...texts, deletedText, ...problems.slice(0, 3)],
    isWarning: problems.length > 0,
  });
}

function listOf(names: readonly string[]): string {
  return namesOf(names, name => name);
}

function createdText(server: ServerConfig, created: readonly Created[]): string {
  if (created.length === 0) return '';
  const groups = listOf(created.map(({ name }) => name));
  return t('Created on “{server}”: {groups}.', { server: server.name, groups });
}

/** How many jobs were changed or needed no change, and what others had changed; '' for none. */
function jobsText(
  { labels }: RunContext,
  session: ServerSession,
  run: StepsRun,
  { editedJobs, unchangedJobs }: TakenSteps,
): string {
  const { size } = editedJobs;
  const words = { server: session.server.name };
  if (size + unchangedJobs === 0) return '';
  if (run.jobsText !== undefined) return run.jobsText(size, unchangedJobs + (run.already ?? 0));
  const others = [...editedJobs]
    .filter(([, stored]) => Object.keys(stored.others.after).length > 0)
    .map(([job, stored]) => `${jobName(job)} (${listsText(stored.others, { session, labels })})`);
  return joinTexts(
    ' ',
    plural('Changed {count} job on “{server}”.|Changed {count} jobs on “{server}”.', size, words),
    unchangedJobs > 0 &&
      plural('{count} job needed no change.|{count} jobs needed no change.', unchangedJobs),
    others.length > 0 &&
      t('Other users changed the same lists in the meantime; their changes were preserved: {jobs}.', {
        jobs: namesOf(others, text => text, 3),
      }),
  );
}
