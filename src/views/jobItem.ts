import * as vscode from 'vscode';
import type { LabelKind, Labels } from '../host/labels.ts';
import { localizer } from '../host/localize.ts';
import { jobName } from '../host/objectNames.ts';
import { deviceLabel } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { statusKind } from '../model/jobStatus.ts';
import type { ScheduleOutlook } from '../schedule/scheduleOutlook.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { appendSchedule } from './scheduleTooltip.ts';
import { statusIcon, statusWords } from './statusPresentation.ts';
import { appendFacts, titledTooltip } from './tooltipText.ts';

const { t, plural } = localizer;

/** Where the words for what a job holds come from: names of ids, schedules. */
export interface JobNaming {
  readonly session: ServerSession;
  readonly labels: Labels;
  readonly outlook: ScheduleOutlook;
}

export interface JobRowWords {
  /** When it runs. */
  readonly schedule: string;
  readonly watch: 'watched' | 'unwatched';
}

/** Row of a job: status icon, name, when it runs or "disabled"; words for all of it for screen readers. */
export function jobItem(
  job: Job,
  session: ServerSession,
  node: JobsNode,
  { schedule, watch }: JobRowWords,
): vscode.TreeItem {
  const status = session.statuses.get(job.id);
  const name = jobName(job);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = nodeId(node);
  item.iconPath = statusIcon(status);
  const when = job.enabled === false ? t('disabled') : displayText(schedule, 120);
  item.description =
    watch === 'watched' ? [t('watched'), when].filter(part => part !== '').join(' · ') : when;
  item.contextValue = `job ${job.enabled === false ? 'disabled' : 'enabled'} ${status?.kind ?? statusKind('')} ${watch}`;
  item.accessibilityInformation = { label: `${name}, ${statusWords(status)}, ${item.description}` };
  return item;
}

/** All fields of a job as Markdown; text of the server is appended as text, never as markup. */
export function jobTooltip(job: Job, naming: JobNaming): vscode.MarkdownString {
  const { session } = naming;
  const tooltip = titledTooltip(jobName(job));
  const status = session.statuses.get(job.id);
  appendFacts(tooltip, [
    [t('Status'), statusWords(status)],
    [t('Id'), String(job.id)],
    [t('Enabled'), yesNo(job.enabled)],
    [t('Run on start'), yesNo(job.run_on_start)],
    [t('Groups'), job.groups.map(id => groupName(id, session)).join(', ')],
    [t('Dynamic groups'), namedIds('dynamic_groups', job.dynamic_groups, naming)],
    [t('Devices'), shortList(job.peers.map(deviceLabel))],
    [t('Policies'), namedIds('policies', job.policies, naming)],
    [t('Reports'), namedIds('reports', job.reports, naming)],
    [t('Report formats'), job.report_formats.join(', ')],
    ...Object.entries(job.extra).map(([key, value]) => [key, JSON.stringify(value)] as const),
  ]);
  appendSchedule(tooltip, job.params, naming.outlook);
  return tooltip;
}

export function groupName(id: number, session: ServerSession): string {
  const group = session.groups.byId(id);
  return group === undefined ? `#${id}` : displayText(group.name, 80) || `#${id}`;
}

/** Ids by the names that the person gave them, or as `#12` (decision 23). */
export function namedIds(kind: LabelKind, ids: readonly number[], { session, labels }: JobNaming): string {
  return shortList(ids.map(id => displayText(labels.text(session.server.id, kind, id), 80)));
}

const listedAtMost = 20;

function shortList(names: readonly string[]): string {
  if (names.length <= listedAtMost) return names.join(', ');
  const hidden = names.length - listedAtMost;
  return `${names.slice(0, listedAtMost).join(', ')} ${plural('and {count} more|and {count} more', hidden)}`;
}

function yesNo(value: boolean | undefined): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}
