import * as z from 'zod/mini';
import { clockTime } from '../../../base/clockFormat.ts';
import { groupBy } from '../../../base/collections.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { claimsHeldBy, type OngoingRun } from '../../../store/runs/runJournal.ts';
import { findUndoneItems, type RunRecord, restOf, undoClaim } from '../../../store/runs/runRecord.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { movedText, sessionOf } from '../../../workbench/commands/runs/recordedObjects.ts';
import { countsText, runReport, runTitle } from '../../../workbench/commands/runs/runReport.ts';
import type { RowAction } from '../../../workbench/platform/actionPick.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { namesOf } from '../../../workbench/platform/objectNames.ts';
import { findRun, type RetryContext, retryRun } from './retryRun.ts';
import { undoableItems } from './undoPlan.ts';
import { undoRun } from './undoRun.ts';

/** Lists what was changed on servers from this computer, newest first, with the report and "Undo" of each line. */
export async function showActivity(context: RetryContext): Promise<void> {
  const { dialogs, journal, reports } = context;
  const [ongoing, ended] = await Promise.all([journal.ongoing(), journal.ended()]);
  const all: readonly Activity[] = [...ongoing, ...ended.map(record => ({ record, by: undefined }))];
  const activities = all.toSorted(
    (one, other) => Date.parse(other.record.time) - Date.parse(one.record.time),
  );
  if (activities.length === 0) {
    await dialogs.info(t('Nothing has been changed on servers from this computer yet.'));
    return;
  }
  const runs = new Map(activities.map(({ record }) => [record.id, record]));
  const undone = findUndoneItems(activities.map(({ record }) => record));
  const held = claimsHeldBy(ongoing);
  const days = groupBy([...activities.entries()], ([, { record }]) => dayOf(record.time));
  const chosen = await dialogs.pickAction({
    title: t('Activity'),
    placeholder: t('Type to find a job, a group or a server. Enter lists what you can do.'),
    sections: [...days].map(([heading, found]) => ({
      heading,
      rows: found.map(([index, activity]) => ({
        value: String(index),
        label: `${clockTime(Date.parse(activity.record.time))}  ${titleOf(activity.record, runs)}`,
        ...rowOf(activity, held, undone.get(activity.record.id ?? '')),
      })),
    })),
  });
  const activity = chosen && activities[Number(chosen.row)];
  if (activity === undefined) return;
  const { record: run, by } = activity;
  if (chosen?.action === 'undo') await undoRecorded(context, run);
  else if (chosen?.action === 'retry') await retryRun(context, [run]);
  else await reports.show(runReport(run, by === undefined ? context.runActions : []));
}

function dayOf(time: string): string {
  return new Intl.DateTimeFormat(localizer.language, { dateStyle: 'full' }).format(Date.parse(time));
}

/** A run that has ended, or one that somebody works on. */
interface Activity {
  readonly record: RunRecord;
  readonly by: OngoingRun['by'] | undefined;
}

const ongoingTexts = {
  this: 'in progress',
  window: 'in progress in another window',
  commandLine: 'in progress in the command line',
  nobody: 'interrupted',
} as const;

function rowOf(
  { record: run, by }: Activity,
  held: ReadonlySet<string>,
  undone: ReadonlySet<number> = new Set(),
) {
  const { server, items } = run;
  const hasEnded = by === undefined;
  const left = hasEnded ? undoableItems(run).filter(([index]) => !undone.has(index)) : [];
  const undoable = left.filter(([index]) => !held.has(undoClaim(run.id, index)));
  const isUndone = undone.size > 0 && left.length === 0;
  const actions: readonly (RowAction | false)[] = [
    undoable.length > 0 && { value: 'undo', label: t('Undo'), icon: 'discard' },
    { value: 'report', label: t('Show Report'), icon: 'output' },
    hasEnded && restOf(run).length > 0 && { value: 'retry', label: t('Retry…'), icon: 'debug-rerun' },
  ];
  return {
    // On a line of its own, because VS Code would cut it after a long title.
    detail: joinTexts(
      ' · ',
      displayText(server.name, 60),
      by !== undefined && t(ongoingTexts[by]),
      (hasEnded || by === 'nobody') && countsText(run),
      isUndone && hasEnded && t('Undone.'),
      undoable.length < left.length && t('Being undone.'),
      !isUndone && undone.size > 0 && plural('{count} undone.|{count} undone.', undone.size),
      items.length > 1 && namesOf(items, ({ name }) => name, 20),
    ),
    actions: actions.filter(action => action !== false),
  };
}

/** "Disable Jobs (12)", "Saving · Nightly", "Undoing “Disable Jobs (12)”". */
export function titleOf(run: RunRecord, runs: ReadonlyMap<string | undefined, RunRecord>): string {
  const undone = run.undoes === undefined ? undefined : runs.get(run.undoes);
  if (undone !== undefined) return t('Undo “{operation}”', { operation: titleOf(undone, runs) });
  const [first, ...others] = run.items;
  return first === undefined || others.length > 0
    ? `${runTitle(run)} (${run.items.length})`
    : `${runTitle(run)} · ${displayText(first.name, 80)}`;
}

const UndoSchema = z.object({ id: z.string() });

/** Undoes the run whose ID a report passes. */
export async function undoReported(context: RetryContext, [argument]: Args): Promise<void> {
  const run = await findRun(context, UndoSchema.parse(argument).id);
  if (run !== undefined) return undoRecorded(context, run);
  await context.dialogs.info(t('The record of this change is no longer stored, so it cannot be undone.'));
}

async function undoRecorded(context: RetryContext, run: RunRecord): Promise<void> {
  const session = sessionOf(context, run);
  if (session === 'moved') await context.dialogs.info(movedText(run));
  else if (session !== undefined) return undoRun(context, session, run);
  else await context.dialogs.info(t('“{server}” is not configured any more.', { server: run.server.name }));
}
