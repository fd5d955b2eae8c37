import { findUndoneItems, type RunRecord } from '../../journal/runRecord.ts';
import { plural, t } from '../../platform/localize.ts';
import { namesOf } from '../../platform/objectNames.ts';
import { confirmOn, nameIfProduction } from '../../servers/serverMarks.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { linkText } from '../../util/linkedText.ts';
import type { Uses } from '../commandContext.ts';
import type { RunContext } from './bulk.ts';
import { readBackRun } from './readBackRun.ts';
import { runTitle } from './runReport.ts';
import { targetingJobs, targetingText } from './targetingJobs.ts';
import { planUndo, stepText, type UndoStep, undoableItems } from './undoPlan.ts';
import { markAsSent, takeSteps } from './undoSteps.ts';

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
  const items = undoableItems(run).filter(([index]) => undone?.has(index) !== true);
  if (items.length === 0) return void (await context.dialogs.info(t('Nothing left to undo.')));
  const steps = markAttempted(await planUndo(context, session, run, items), run, later);
  const chosen = await chooseSteps(context, session, run, steps);
  if (chosen.length > 0) await takeSteps(context, session, chosen, run.id ?? '');
}

/** An object that an earlier attempt may have created is not created again without asking. */
function markAttempted(
  steps: readonly UndoStep[],
  { id }: RunRecord,
  later: readonly RunRecord[],
): readonly UndoStep[] {
  const attempts = later.filter(({ undoes }) => undoes !== undefined && undoes === id);
  const unclear = new Set(
    attempts.flatMap(({ items }) => items.flatMap(({ is, of }) => (is === 'unknown' ? of : []))),
  );
  return steps.map(step => (step.of !== undefined && unclear.has(step.of) ? markAsSent(step) : step));
}

async function chooseSteps(
  context: RunContext,
  session: ServerSession,
  run: RunRecord,
  steps: readonly UndoStep[],
): Promise<readonly UndoStep[]> {
  const { dialogs, reports } = context;
  const { server } = session;
  const possible = steps.filter(({ kind }) => kind !== 'blocked');
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
  if (steps.some(step => step.kind === 'blocked' && step.isSame !== true)) {
    const chosen = await dialogs.review({
      title,
      placeholder: t('{count} of {all} can be put back', { count: possible.length, all: steps.length }),
      choices: steps.map((step, index) => ({
        value: String(index),
        label: step.name,
        description: stepText(step),
        isFixed: step.kind === 'blocked',
      })),
      open: {
        label: t('Open Preview in Editor'),
        run: () => reports.show({ key: `undo/${server.id}`, title, read: async () => linkText(lines) }),
      },
    });
    const isSure = chosen !== undefined && (await isNamed());
    return steps.filter((_, index) => isSure && chosen.includes(String(index)));
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
