import * as vscode from 'vscode';
import type { jobFields } from '../../api/fields/jobFields.ts';
import { deviceLabel } from '../../api/model/device.ts';
import type { Job } from '../../api/model/job.ts';
import { isActive } from '../../api/model/jobStatus.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { keysOf } from '../../base/tables.ts';
import type { ScheduledRun } from '../../recurrence/describe/scheduleOutlook.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import { fieldLabels } from '../platform/fieldLabels.ts';
import { t } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import { reachText } from '../platform/reachTexts.ts';
import { jobContext, statusLabel, statusLook, statusSince } from '../platform/statusTexts.ts';
import { targetCounts } from './jobPartRow.ts';
import type { Naming } from './jobPoints.ts';
import type { TreeParts } from './listFrame.ts';
import { markRow, openCommand } from './rowMarks.ts';
import { nameIds, targetGroupName } from './targetRow.ts';
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
  const object = { kind: 'job', id: job.id } as const;
  const marks = source.marks.of(serverId, object);
  const ofStatus = marks.flatMap(mark => mark.status ?? []);
  const isNow = status !== undefined && isActive(status.kind);
  const active = isNow && (ofStatus.find(({ text }) => text !== undefined)?.text ?? statusLabel(status));
  const isDisabled = job.enabled === false;
  const when = isDisabled ? t('disabled') : displayText(scheduleText(job.params), 120);
  // VS Code cuts the end first.
  const texts = [active, (isDisabled || !isNow) && when, ...marks.map(({ text }) => text)];
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.description = joinTexts(' · ', ...texts);
  item.iconPath = statusIcon(status, ofStatus.find(({ color }) => color !== undefined)?.color);
  item.command = openCommand(documentUri(serverId, 'job', job.id, name));
  markRow(item, {
    serverId,
    object,
    context: jobContext(job, status),
    spoken: [name, statusLabel(status), ...ofStatus.map(({ spoken }) => spoken), when],
    isPinned: source.isPinned(job.id),
    marks,
  });
  return item;
}

/** The icon of a status. An unread status is an empty circle, never a guess. */
export function statusIcon(
  status: Pick<KnownStatus, 'kind'> | undefined,
  color: string = statusLook(status)[1],
): vscode.ThemeIcon {
  const [icon] = statusLook(status);
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

/** The main facts of a job as a table, followed by its schedule and its unknown fields. */
export function jobTooltip(
  job: Job,
  naming: Naming & Pick<TreeParts, 'marks' | 'factSources'>,
): vscode.MarkdownString {
  const { session, outlook, marks, factSources } = naming;
  const { sentence, runs, problems, warnings, notes } = outlook.details(job.params, Date.now(), 3);
  const added = factSources.map(factsOf => factsOf(job, naming));
  const tooltip = makeTooltip(jobName(job));
  for (const { strip } of added) if (strip !== undefined) appendMarks(tooltip, strip.marks, strip.text);
  appendFacts(tooltip, [
    [t('Status'), statusSince(session.statuses.get(job.id))],
    ...added.flatMap(({ facts }) => facts),
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
