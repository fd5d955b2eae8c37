import { claimsHeldBy } from '../../journal/runJournal.ts';
import { findUndoneItems, type RunOperation, type RunRecord, undoClaim } from '../../journal/runRecord.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import { confirmOn, nameIfProduction } from '../../servers/serverMarks.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { linkText } from '../../util/linkedText.ts';
import type { Uses } from '../commandContext.ts';
import { offerUndo, type RunContext, reportFailures, runEach } from './bulk.ts';
import { listsText } from './memberTexts.ts';
import { readBackRun } from './readBackRun.ts';
import { repointOffer } from './repointJobs.ts';
import { runTitle } from './runReport.ts';
import { editStep, markAsSent, natureOf, type Step, stageOf, stepItem } from './steps.ts';
import { type Created, TakenSteps } from './takenSteps.ts';
import { targetingJobs, targetingText } from './targetingJobs.ts';
import { planUndo, stepText, type UndoStep, undoableItems } from './undoPlan.ts';

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
  /** How many jobs are in no step, because they needed no change. */
  readonly already?: number;
  /** Says how many jobs were changed, and how many needed no change, unless that shows anyway. */
  readonly jobsText?: (changed: number, unchanged: number) => string;
}

/**
 * Creates, changes and deletes objects in one run, each based on its current state on the server. One report covers
 * everything, and “Undo” reverts exactly what was done.
 */
export async function takeSteps(context: RunContext, session: ServerSession, run: StepsRun): Promise<void> {
  const { act, steps, title, undoes } = run;
  const { isOfWhole = act === 'enableJobs' || act === 'disableJobs' } = run;
  const taken = new TakenSteps(context, session, steps, isOfWhole);
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
  const gone = result.done.flatMap(step => (step.kind === 'removeJob' ? [step.job.id] : []));
  if (gone.length > 0) await context.watchList.forget(session.server.id, gone);
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: ({ name }) => name,
      again: failed => takeSteps(context, session, { ...run, already: 0, steps: failed.map(markAsSent) }),
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
  const { log, notices } = context;
  const { groups, deleted, editedGroups } = taken;
  // Several are created at once; they are named in the order in which they were asked for.
  const order = new Map<Step, number>(run.steps.map((step, index) => [step, index]));
  const placeOf = ({ step }: Created) => order.get(step) ?? 0;
  const created = [...taken.created].sort((one, other) => placeOf(one) - placeOf(other));
  const isUndo = run.act === 'undo';
  const { server } = session;
  const { summary = '', problems = [] } = groups.report ?? {};
  for (const problem of problems) log.error(problem);
  const offer = await repointOffer(context, session, created).catch(async (error: unknown) => {
    await notices.note(error, server);
    return undefined;
  });
  await offerUndo(context, {
    texts: [
      ...(isUndo ? createdAgainTexts(created) : createdTexts(session, created)),
      summary,
      jobsText(context, session, run, taken),
      editedGroups.length === 0
        ? ''
        : t('Reverted on “{server}”: {names}.', { server: server.name, names: listOf(editedGroups) }),
      deleted.length === 0
        ? ''
        : t('Deleted on “{server}”: {names}.', { server: server.name, names: listOf(deleted) }),
      ...problems.slice(0, 3),
      offer?.text ?? '',
    ],
    isWarning: problems.length > 0,
    undo: isUndo ? undefined : undoOf(context, session, record),
    other: offer && {
      action: offer.action,
      run: async () => {
        const edits = await offer.edits(context);
        if (edits.length > 0)
          await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep) });
      },
    },
  });
}

function listOf(names: readonly string[]): string {
  return namesOf(names, name => name);
}

function createdTexts({ server }: ServerSession, created: readonly Created[]): string[] {
  if (created.length === 0) return [];
  return [
    t('Created on “{server}”: {groups}.', {
      server: server.name,
      groups: listOf(created.map(({ name }) => name)),
    }),
  ];
}

function createdAgainTexts(created: readonly Created[]): string[] {
  const jobs = created
    .filter(({ group }) => group === undefined)
    .map(({ name, id = '' }) => t('“{name}” is now #{id}', { name, id }));
  const groups = created.filter(({ group }) => group !== undefined).map(({ name }) => name);
  return [
    jobs.length === 0 ? '' : t('Created again: {jobs}.', { jobs: jobs.join(', ') }),
    groups.length === 0 ? '' : t('Created again with a new ID: {groups}.', { groups: listOf(groups) }),
  ];
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
  if (run.act === 'undo')
    return size === 0
      ? ''
      : plural('Reverted {count} job on “{server}”.|Reverted {count} jobs on “{server}”.', size, words);
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

/** What “Undo” does after a run; `undefined` if the run changed nothing that can be put back. */
export function undoOf(
  context: RunContext,
  session: ServerSession,
  record: RunRecord,
): (() => Promise<void>) | undefined {
  return undoableItems(record).length === 0 ? undefined : () => undoRun(context, session, record);
}

/**
 * Puts back what a run changed and nothing has changed since. Asks only if something cannot be put back, if objects are
 * deleted, or on a production server.
 */
export async function undoRun(context: RunContext, session: ServerSession, record: RunRecord): Promise<void> {
  const run = await readBackRun(context, session, record);
  // Also those that were interrupted, or that another window is working on.
  const later = await context.journal.since(run.id);
  const undone = findUndoneItems(later).get(run.id ?? '');
  const left = undoableItems(run).filter(([index]) => undone?.has(index) !== true);
  const held = claimsHeldBy(await context.journal.ongoing());
  const items = left.filter(([index]) => !held.has(undoClaim(run.id, index)));
  if (items.length === 0) {
    const words = { operation: runTitle(run), server: session.server.name };
    const text = t('“{operation}” on “{server}” is already being undone.', words);
    return void (await context.dialogs.info(left.length > 0 ? text : t('Nothing left to undo.')));
  }
  const steps = await planUndo(context, session, run, items);
  const chosen = await chooseSteps(context, session, run, steps);
  if (chosen.length > 0)
    await takeSteps(context, session, { act: 'undo', steps: chosen, undoes: run.id ?? '' });
}

function hasNamesakes(step: UndoStep): boolean {
  return step.kind === 'create' && (step.namesakes ?? []).length > 0;
}

async function chooseSteps(
  context: RunContext,
  session: ServerSession,
  run: RunRecord,
  steps: readonly UndoStep[],
): Promise<readonly Step[]> {
  const { dialogs, reports } = context;
  const { server } = session;
  const possible = steps.filter(step => step.kind !== 'blocked');
  const words = { operation: runTitle(run), server: server.name };
  const title = t('Undo “{operation}” on “{server}”', words);
  const lines = steps.map(step => t('{object}: {problem}', { object: step.name, problem: stepText(step) }));
  const isNamed = () => nameIfProduction(server, dialogs, t('Undo'));
  if (possible.length === 0) {
    await dialogs.warn(
      joinTexts(
        ' ',
        t('Nothing of “{operation}” on “{server}” can be put back.', words),
        ...lines.slice(0, 3),
      ),
    );
    return [];
  }
  if (steps.some(step => hasNamesakes(step) || (step.kind === 'blocked' && step.isSame !== true))) {
    const chosen = await dialogs.review({
      title,
      placeholder: t('{count} of {all} can be put back', { count: possible.length, all: steps.length }),
      choices: steps.map((step, index) => ({
        value: String(index),
        label: step.name,
        description: stepText(step),
        isFixed: step.kind === 'blocked',
        isUnchecked: hasNamesakes(step),
      })),
      open: {
        label: t('Open Preview in Editor'),
        run: () => reports.show({ key: `undo/${server.id}`, title, read: async () => linkText(lines) }),
      },
    });
    const isSure = chosen !== undefined && (await isNamed());
    return possible.filter(step => isSure && chosen.includes(String(steps.indexOf(step))));
  }
  const removed = possible.filter(({ kind }) => kind === 'removeJob' || kind === 'removeGroup');
  const isSure =
    removed.length === 0
      ? await isNamed()
      : await confirmOn(server, dialogs, {
          message: plural(
            'Delete {count} object that was created on “{server}”?|Delete {count} objects that were created on “{server}”?',
            removed.length,
            words,
          ),
          detail: await removalDetail(context, session, { removed, all: possible }),
          action: t('Delete'),
        });
  return isSure ? possible : [];
}

async function removalDetail(
  context: Uses<'dialogs'>,
  session: ServerSession,
  { removed, all }: { readonly removed: readonly UndoStep[]; readonly all: readonly UndoStep[] },
): Promise<string> {
  const groups = new Map(
    removed.flatMap(step => (step.kind === 'removeGroup' ? [[step.group, step.id] as const] : [])),
  );
  const targeting =
    groups.size === 0 ? [] : targetingText(session, await targetingJobs(context, session, groups));
  const others = all.filter(step => !removed.includes(step));
  return joinTexts(
    '\n\n',
    namesOf(removed, ({ name }) => name, 10),
    ...targeting,
    others.length > 0 && t('Also put back: {names}.', { names: namesOf(others, ({ name }) => name, 10) }),
  );
}
