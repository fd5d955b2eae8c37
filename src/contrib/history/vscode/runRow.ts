import * as vscode from 'vscode';
import type { Job } from '../../../api/model/job.ts';
import { dateAndTime } from '../../../base/clockFormat.ts';
import { joinTexts } from '../../../base/displayText.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import type { JobPart, Naming, PartRow } from '../../../workbench/trees/jobPoints.ts';
import { lastPlanned, newestRun, type PastRun, pastRunMs, pastRuns, seenRunAt } from '../common/pastRuns.ts';
import { historyOf } from '../common/sessionHistory.ts';
import {
  lastPlannedText,
  pastRunLine,
  pastRunLook,
  pastRunTexts,
  typicalText,
  watchedText,
} from './pastRunTexts.ts';

/** All runs of a job that are known, and planned ones that were not seen; newest first. */
export function jobRuns({ id }: Job, naming: Naming): readonly PastRun[] {
  return pastRuns(id, runSource(naming));
}

function runSource({ session, outlook }: Naming) {
  return { history: historyOf(session), outlook, nowMs: session.serverTime.nowMs };
}

/** What came of the last planned run, in one sentence, if nobody saw it begin in time. */
export function plannedText(job: Job, naming: Naming): string {
  // Others may have watched.
  return historyOf(naming.session).isLoaded ? lastPlannedText(lastPlanned(job, runSource(naming))) : '';
}

/** The runs of a job below it. */
export const runsPart: JobPart = {
  part: 'runs',
  label: () => t('Last runs'),
  icon: 'history',
  description: runsText,
  rows: runRows,
  row: runRow,
};

function runRows(job: Job, naming: Naming): readonly PartRow[] {
  return jobRuns(job, naming).map(past => ({ kind: 'partRow', key: `${past.kind}/${pastRunMs(past)}` }));
}

/** What came of the last planned run, the newest run and the typical duration, or why no run is known. */
function runsText(job: Job, naming: Naming): string {
  const { id } = job;
  const { history, nowMs } = runSource(naming);
  const planned = plannedText(job, naming);
  const newest = newestRun(history, id);
  if (newest !== undefined) {
    const past = seenRunAt(id, newest.run.start.byMs, runSource(naming));
    return joinTexts(' · ', planned, past && pastRunLine(past), typicalText(newest.typicalMs));
  }
  const watched = watchedText(history, id, nowMs);
  const none = watched === '' ? t('not watched yet') : t('none seen {since}', { since: watched });
  return joinTexts(' · ', planned, none);
}

/** The row of a run, or of a planned one that was not seen. */
function runRow(key: string, { id }: Job, naming: Naming): vscode.TreeItem | undefined {
  const past = pastRunOf(key, id, naming);
  if (past === undefined) return undefined;
  const { when, duration, ending } = pastRunTexts(past);
  const [icon, color] = pastRunLook(past);
  const item = new vscode.TreeItem(when);
  item.description = joinTexts(' · ', duration, ending);
  const isUsual = past.kind !== 'seen' || past.pace === 'usual';
  item.iconPath = new vscode.ThemeIcon(
    icon,
    new vscode.ThemeColor(isUsual ? color : 'list.warningForeground'),
  );
  item.tooltip = joinTexts('\n', pastRunLine(past), ...boundTexts(past));
  item.accessibilityInformation = { label: pastRunLine(past) };
  item.contextValue = 'run';
  return item;
}

/** A seen run is found by its latest start. */
function pastRunOf(key: string, id: number, naming: Naming): PastRun | undefined {
  const [kind, digits] = key.split('/');
  const atMs = Number(digits);
  if (kind === 'didNotRun' || kind === 'notSeen') return { kind, atMs };
  return seenRunAt(id, atMs, runSource(naming));
}

/** Between which looks the run began and ended. */
function boundTexts(past: PastRun): readonly string[] {
  if (past.kind !== 'seen') {
    return [
      past.kind === 'didNotRun'
        ? t('The server still reported afterwards that the job has never run.')
        : t('The job was watched so closely that even its shortest run would have been seen.'),
    ];
  }
  const { start, end } = past.run;
  const time = (ms: number) => dateAndTime(ms, localizer.language);
  return [
    start.afterMs === undefined
      ? t('Was already executing at {time}.', { time: time(start.byMs) })
      : t('Started between {from} and {to}.', { from: time(start.afterMs), to: time(start.byMs) }),
    end.byMs === undefined
      ? t('Was still executing at {time}.', { time: time(end.afterMs) })
      : t('Ended between {from} and {to}.', { from: time(end.afterMs), to: time(end.byMs) }),
  ];
}
