import { joinTexts } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import { claimsHeldBy } from '../../../store/runs/runJournal.ts';
import { findUndoneItems, type RunRecord, undoClaim } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { runTitle } from '../../../workbench/commands/runs/runReport.ts';
import { takeSteps } from '../../../workbench/commands/runs/stepRuns.ts';
import { namesakesOf, type Step } from '../../../workbench/commands/runs/steps.ts';
import { type Created, seenTargets, type TakenSteps } from '../../../workbench/commands/runs/takenSteps.ts';
import { targetingJobs, targetingText } from '../../../workbench/commands/runs/targetingJobs.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { namesOf } from '../../../workbench/platform/objectNames.ts';
import { confirmOn, nameIfProduction, reviewOn } from '../../../workbench/servers/serverMarks.ts';
import { readBackRun } from './readBackRun.ts';
import { planUndo, stepText, type UndoStep, undoableItems } from './undoPlan.ts';

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
  const targets = seenTargets(
    session,
    steps.filter(step => step.kind !== 'blocked'),
  );
  const chosen = await chooseSteps(context, session, run, steps);
  if (chosen.length > 0)
    await takeSteps(context, session, {
      act: 'undo',
      steps: chosen,
      targets,
      undoes: run.id ?? '',
      texts: taken => undoneTexts(session, taken),
    });
}

/** What an undo has created again, changed and put back, in sentences. */
export function undoneTexts({ server }: ServerSession, taken: TakenSteps): string[] {
  const { created, groups, editedJobs, editedGroups } = taken;
  const words = { server: server.name };
  return [
    ...createdAgainTexts(created),
    groups.report?.summary ?? '',
    editedJobs.size === 0
      ? ''
      : plural(
          'Reverted {count} job on “{server}”.|Reverted {count} jobs on “{server}”.',
          editedJobs.size,
          words,
        ),
    editedGroups.length === 0
      ? ''
      : t('Reverted on “{server}”: {names}.', { ...words, names: namesOf(editedGroups, name => name) }),
  ];
}

function createdAgainTexts(created: readonly Created[]): string[] {
  const jobs = created
    .filter(({ group }) => group === undefined)
    .map(({ name, id = '' }) => t('“{name}” is now #{id}', { name, id }));
  const groups = created.filter(({ group }) => group !== undefined).map(({ name }) => name);
  return [
    jobs.length === 0 ? '' : t('Created again: {jobs}.', { jobs: jobs.join(', ') }),
    groups.length === 0
      ? ''
      : t('Created again with a new ID: {groups}.', { groups: namesOf(groups, name => name) }),
  ];
}

function hasNamesakes(step: UndoStep): boolean {
  return step.kind !== 'blocked' && namesakesOf(step).length > 0;
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
    const chosen = await reviewOn(server, dialogs, {
      action: t('Undo'),
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
    return possible.filter(step => chosen.includes(String(steps.indexOf(step))));
  }
  const removed = possible.filter(({ kind }) => kind === 'removeJob' || kind === 'removeGroup');
  const isSure =
    removed.length === 0
      ? await nameIfProduction(server, dialogs, t('Undo'))
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
