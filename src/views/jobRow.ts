import * as vscode from 'vscode';
import type { jobFields } from '../fields/jobFields.ts';
import { lengthText } from '../history/runTexts.ts';
import { deviceLabel } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { isActive } from '../model/jobStatus.ts';
import { fieldLabels } from '../platform/fieldLabels.ts';
import { localizer, t } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import {
  executingText,
  leastText,
  paceText,
  pastRunCounts,
  pastRunLine,
  pastRunLook,
  typicalText,
  watchedText,
} from '../platform/pastRunTexts.ts';
import { reachText } from '../platform/reachTexts.ts';
import { jobContext, statusLabel, statusLook, statusSince } from '../platform/statusTexts.ts';
import type { ScheduledRun } from '../recurrence/describe/scheduleOutlook.ts';
import { minuteMs } from '../recurrence/text/calendarDay.ts';
import { newestRun, type PastRun, type RunPace } from '../store/jobs/pastRuns.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { KnownStatus } from '../store/statuses/statusCache.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { keysOf } from '../util/tables.ts';
import { jobParts, targetCounts } from './jobPartRow.ts';
import type { TreeParts } from './listFrame.ts';
import type { JobsNode } from './nodes.ts';
import { markRow, openCommand } from './rowMarks.ts';
import { jobRuns, plannedText } from './runRow.ts';
import { type Naming, nameIds, targetGroupName } from './targetRow.ts';
import {
  appendExtraFields,
  appendFacts,
  appendMarks,
  appendParagraph,
  type Fact,
  makeTooltip,
  shortList,
} from './tooltip.ts';

/** What the row of a job is made from. */
export interface JobRowSource extends Naming, Pick<TreeParts, 'marks' | 'documentUri'> {
  /** The next run, or the schedule in a few words. */
  readonly scheduleText: (params: string) => string;
  readonly isPinned: (jobId: number) => boolean;
}

/** The row of a job: status icon, name, status or next run, and a label with all of it for screen readers. */
export function jobRow(job: Job, source: JobRowSource): vscode.TreeItem {
  const { session, documentUri, scheduleText } = source;
  const serverId = session.server.id;
  const name = jobName(job);
  const status = session.statuses.get(job.id);
  const newest = status && newestOf(status, job, session);
  const active = status !== undefined && isActive(status.kind) && activeText(status, newest);
  const isDisabled = job.enabled === false;
  const when = isDisabled ? t('disabled') : displayText(scheduleText(job.params), 120);
  const object = { kind: 'job', id: job.id } as const;
  const mark = active === false && endedMarks[newest?.pace ?? 'usual']();
  // VS Code cuts the end first.
  const description = joinTexts(' · ', active, (isDisabled || active === false) && when, mark);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.description = description;
  item.iconPath = statusIcon(status, newest?.pace);
  item.command = openCommand(documentUri(serverId, 'job', job.id, name));
  const spoken = [
    name,
    statusLabel(status),
    newest?.run.state === 'executing' && newest.pace !== 'usual' && executingText(newest),
    newest !== undefined && paceText(newest.pace),
    when,
  ];
  markRow(item, {
    serverId,
    object,
    context: jobContext(job, status),
    spoken,
    isPinned: source.isPinned(job.id),
    marks: source.marks.of(serverId, object),
  });
  return item;
}

/** The rows below a job. */
export function jobChildren(node: Extract<JobsNode, { kind: 'job' }>): JobsNode[] {
  return jobParts.map(part => ({ ...node, kind: 'jobPart', part }));
}

type NewestRun = NonNullable<ReturnType<typeof newestRun>>;

/** The run that the status is about. */
function newestOf({ kind }: KnownStatus, { id }: Job, { history }: ServerSession): NewestRun | undefined {
  const newest = newestRun(history, id);
  if (newest === undefined) return undefined;
  const { run } = newest;
  const isCurrent =
    kind === 'running' ? run.state === 'executing' : run.state === 'ended' && run.kind === kind;
  return isCurrent ? newest : undefined;
}

/** "running 40 min", with the typical duration if that is much shorter. */
function activeText(status: KnownStatus, newest: NewestRun | undefined): string {
  const word = statusLabel(status);
  // Shorter ones would change with each reading of the status.
  if (newest === undefined || newest.elapsedMs < minuteMs) return word;
  const { pace, elapsedMs, typicalMs } = newest;
  const elapsed = `${pace === 'stuck' ? `${paceText(pace)}:` : word} ${leastText(elapsedMs)}`;
  return joinTexts(', ', elapsed, pace !== 'usual' && typicalText(typicalMs));
}

/** A mark for a run that took unusually long or short. */
const endedMarks: Readonly<Record<RunPace, () => string>> = {
  usual: () => '',
  long: () => t('long run'),
  stuck: () => t('long run'),
  short: () => t('short run'),
};

/** The icon of a status. An unread status is an empty circle, never a guess. */
export function statusIcon(
  status: Pick<KnownStatus, 'kind'> | undefined,
  pace: RunPace = 'usual',
): vscode.ThemeIcon {
  const [icon, color] = statusLook(status);
  return new vscode.ThemeIcon(
    icon,
    new vscode.ThemeColor(pace === 'usual' ? color : 'list.warningForeground'),
  );
}

/** The main facts of a job as a table, followed by its schedule and its unknown fields. */
export function jobTooltip(job: Job, naming: Naming & Pick<TreeParts, 'marks'>): vscode.MarkdownString {
  const { session, outlook, marks } = naming;
  const { sentence, runs, problems, warnings, notes } = outlook.details(job.params, Date.now(), 3);
  const tooltip = makeTooltip(jobName(job));
  const past = jobRuns(job, naming);
  appendLastRuns(tooltip, past.slice(0, lastRuns).reverse());
  appendFacts(tooltip, [
    [t('Status'), statusSince(session.statuses.get(job.id))],
    ...runFacts(job, past, naming),
    [t('Schedule'), sentence],
    [job.enabled === false ? t('Would run if enabled') : t('Next runs'), runs.map(runText)],
    [t('Targets'), targetsText(job, naming)],
    ...keysOf(fieldTexts).map((field): Fact => [fieldLabels([field]), fieldTexts[field](job, naming)]),
    [t('ID'), String(job.id)],
    ...marks.of(session.server.id, { kind: 'job', id: job.id }).flatMap(({ fact }) => (fact ? [fact] : [])),
  ]);
  const mainProblems = problems.slice(0, problemsAtMost).map(({ text }) => text);
  for (const text of [...mainProblems, ...warnings, ...notes]) appendParagraph(tooltip, text);
  appendExtraFields(tooltip, job.extra);
  return tooltip;
}

const problemsAtMost = 5;
const lastRuns = 10;

/** The last run, how long runs usually take, and since when they are known. */
function runFacts(job: Job, past: readonly PastRun[], naming: Naming): readonly Fact[] {
  const { id } = job;
  const { history, serverTime } = naming.session;
  const newest = newestRun(history, id);
  const typical =
    newest?.typicalMs === undefined
      ? ''
      : t('{time} (median of the last runs)', { time: lengthText(newest.typicalMs, localizer) });
  const last =
    newest?.run.state === 'executing' && newest.elapsedMs >= minuteMs
      ? joinTexts(', ', executingText(newest), paceText(newest.pace))
      : pastRunLineOf(past.find(({ kind }) => kind === 'seen'));
  const missed = plannedText(job, naming) || (past[0]?.kind === 'seen' ? '' : pastRunLineOf(past[0]));
  return [
    [t('Last run'), [missed, last]],
    [t('Typical duration'), typical],
    [t('Runs known'), watchedText(history, id, serverTime.nowMs)],
  ];
}

function pastRunLineOf(past: PastRun | undefined): string {
  return past === undefined ? '' : pastRunLine(past);
}

/** The last runs as marks of different shape and color, oldest first, and in words. */
function appendLastRuns(tooltip: vscode.MarkdownString, runs: readonly PastRun[]): void {
  if (runs.length === 0) return;
  const marks = runs.map(pastRunLook).map(([, color, mark]) => [mark, color] as const);
  appendMarks(tooltip, marks, t('Last runs: {counts}', { counts: pastRunCounts(runs) }));
}

/** "Mon, Aug 3, 2026, 03:00 (01:00 UTC)", and the origin of the date if no rule produces it. */
function runText({ local, utc, isInUtc, source }: ScheduledRun): string {
  const time = isInUtc ? local : `${local} (${utc})`;
  if (source === undefined) return time;
  return `${time}, ${source === 'start' ? t('the start date itself') : t('the end date itself')}`;
}

/** The number of targets of each kind, and the total number of devices. */
function targetsText(job: Job, { session }: Naming): readonly string[] {
  const isPlain = job.groups.length + job.dynamic_groups.length === 0;
  return isPlain ? [targetCounts(job)] : [targetCounts(job), reachText(session.targets.reachOf(job))];
}

type FieldText = (job: Job, naming: Naming) => string;

/** The values of the fields in the tooltip, in this order. */
const fieldTexts: Readonly<Record<Exclude<keyof typeof jobFields, 'name' | 'params'>, FieldText>> = {
  groups: ({ groups }, { session }) => shortList(groups.map(id => targetGroupName(id, session))),
  dynamic_groups: (job, naming) => nameIds('dynamic_groups', job.dynamic_groups, naming),
  peers: job => shortList(job.peers.map(deviceLabel)),
  policies: (job, naming) => nameIds('policies', job.policies, naming),
  reports: (job, naming) => nameIds('reports', job.reports, naming),
  report_formats: job => shortList(job.report_formats),
  enabled: job => yesNo(job.enabled),
  run_on_start: job => yesNo(job.run_on_start),
};

function yesNo(value: boolean | undefined): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}
