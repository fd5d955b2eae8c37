import type * as vscode from 'vscode';
import { localizer } from '../host/localize.ts';
import { markdownText } from '../host/safeText.ts';
import type { ScheduledRun, ScheduleOutlook } from '../schedule/scheduleOutlook.ts';
import { displayText } from '../util/displayText.ts';
import { appendItem } from './tooltipText.ts';

const { t } = localizer;

const runsAtMost = 5;
const problemsAtMost = 5;

/** The schedule in words, its next runs, what it leaves open and what is wrong; then its text. */
export function appendSchedule(
  tooltip: vscode.MarkdownString,
  params: string,
  outlook: ScheduleOutlook,
): void {
  const { sentence, runs, notes, warnings, problems } = outlook.details(params, Date.now(), runsAtMost);
  const paragraph = (text: string) =>
    tooltip.appendMarkdown('\n\n').appendMarkdown(markdownText(displayText(text, 1_000)));
  paragraph(`${t('Schedule')}: ${sentence}`);
  if (runs.length > 0) {
    paragraph(t('Next runs:'));
    tooltip.appendMarkdown('\n\n');
    for (const run of runs) appendItem(tooltip, runText(run));
  }
  for (const problem of problems.slice(0, problemsAtMost)) paragraph(problem.text);
  for (const text of [...warnings, ...notes]) paragraph(text);
  if (params.trim() !== '') tooltip.appendMarkdown('\n\n').appendCodeblock(params.slice(0, 2_000), 'text');
}

/** "Mon, 3 Aug 2026, 03:00 (01:00 UTC)", and where the date comes from when no rule gives it. */
export function runText({ local, utc, source }: ScheduledRun): string {
  if (source === undefined) return `${local} (${utc})`;
  return `${local} (${utc}), ${source === 'start' ? t('the start date itself') : t('the end date itself')}`;
}
