import * as z from 'zod/mini';
import { findUndoneItems, type RunRecord } from '../journal/runRecord.ts';
import type { RowAction } from '../platform/actionPick.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import { namesOf } from '../platform/objectNames.ts';
import { clockTime } from '../util/clockFormat.ts';
import { groupBy } from '../util/collections.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import type { Args, Uses } from './commandContext.ts';
import { findRun, movedText, type RetryContext, retryRun, sessionOf } from './retryRun.ts';
import { countsText, restOf, runReport, runTitle } from './runs/runReport.ts';
import { undoableItems } from './runs/undoPlan.ts';
import { undoRun } from './runs/undoRun.ts';

/** Lists what was changed on servers from this computer, newest first, with the report and "Undo" of each line. */
export async function showActivity(context: RetryContext): Promise<void> {
  const { dialogs, journal, reports } = context;
  const runs = await journal.ended();
  if (runs.length === 0) {
    await dialogs.info(t('Nothing has been changed on servers from this computer yet.'));
    return;
  }
  const undone = findUndoneItems(runs);
  const days = groupBy([...runs.entries()], ([, { time }]) => dayOf(time));
  const chosen = await dialogs.pickAction({
    title: t('Activity'),
    placeholder: t('Type to find a job, a group or a server. Enter lists what you can do.'),
    sections: [...days].map(([heading, found]) => ({
      heading,
      rows: found.map(([index, run]) => ({ value: String(index), ...rowOf(run, undone.get(run.id ?? '')) })),
    })),
  });
  const run = chosen && runs[Number(chosen.row)];
  if (run === undefined) return;
  if (chosen?.action === 'undo') await undoRecorded(context, run);
  else if (chosen?.action === 'retry') await retryRun(context, [run]);
  else await reports.show(runReport(run));
}

function dayOf(time: string): string {
  return new Intl.DateTimeFormat(localizer.language, { dateStyle: 'full' }).format(Date.parse(time));
}

function rowOf(run: RunRecord, undone: ReadonlySet<number> = new Set()) {
  const { server, time, items } = run;
  const undoable = undoableItems(run).filter(([index]) => !undone.has(index));
  const isUndone = undone.size > 0 && undoable.length === 0;
  const actions: readonly (RowAction | false)[] = [
    undoable.length > 0 && { value: 'undo', label: t('Undo'), icon: 'discard' },
    { value: 'report', label: t('Show Report'), icon: 'output' },
    restOf(run).length > 0 && { value: 'retry', label: t('Retry…'), icon: 'debug-rerun' },
  ];
  return {
    label: `${clockTime(Date.parse(time))}  ${titleOf(run)}`,
    description: joinTexts(
      ' · ',
      displayText(server.name, 60),
      countsText(run),
      isUndone && t('Undone.'),
      !isUndone && undone.size > 0 && plural('{count} undone.|{count} undone.', undone.size),
    ),
    ...(items.length > 1 ? { detail: namesOf(items, ({ name }) => name, 20) } : {}),
    actions: actions.filter(action => action !== false),
  };
}

/** "Disable Jobs (12)", "Saving: Nightly". */
function titleOf(run: RunRecord): string {
  const [first, ...others] = run.items;
  return first === undefined || others.length > 0
    ? `${runTitle(run)} (${run.items.length})`
    : `${runTitle(run)}: ${displayText(first.name, 80)}`;
}

const UndoSchema = z.object({ id: z.string() });

/** Undoes the run whose ID a report passes. */
export async function undoReported(context: RetryContext, [argument]: Args): Promise<void> {
  const run = await findRun(context, UndoSchema.parse(argument).id);
  if (run !== undefined) return undoRecorded(context, run);
  await context.dialogs.info(t('The record of this change is no longer stored, so it cannot be undone.'));
}

async function undoRecorded(context: RetryContext & Uses<'dialogs'>, run: RunRecord): Promise<void> {
  const session = sessionOf(context, run);
  if (session === 'moved') await context.dialogs.info(movedText(run));
  else if (session !== undefined) return undoRun(context, session, run);
  else await context.dialogs.info(t('“{server}” is not configured any more.', { server: run.server.name }));
}
