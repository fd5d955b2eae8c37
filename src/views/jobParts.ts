import * as vscode from 'vscode';
import { type Device, deviceKey, deviceLabel } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { plural, t } from '../platform/localize.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { keysOf } from '../util/tables.ts';
import type { Fact } from './facts.ts';
import { groupName, type JobNaming, namedIds } from './jobItem.ts';
import { type JobPart, type JobsNode, type JobTarget, nodeId } from './nodes.ts';
import { deviceIcon } from './statusPresentation.ts';
import { appendFacts } from './tooltipText.ts';

/** The parts of a job in the order of their rows. */
const parts: Readonly<Record<JobPart, JobPartRow>> = {
  schedule: { label: () => t('Schedule'), icon: 'calendar', description: scheduleText, items: () => [] },
  targets: { label: () => t('Targets'), icon: 'target', description: targetCounts, items: targetsOf },
  policies: {
    label: () => t('Policies'),
    icon: 'law',
    description: ({ policies }, naming) => namedIds('policies', policies, naming) || t('none'),
    items: ({ policies }) => policies.map(id => ({ kind: 'policy', id })),
  },
  reports: {
    label: () => t('Reports'),
    icon: 'graph',
    description: reportText,
    items: ({ reports }) => reports.map(id => ({ kind: 'report', id })),
  },
};

interface JobPartRow {
  readonly label: () => string;
  readonly icon: string;
  readonly description: (job: Job, naming: JobNaming) => string;
  /** The rows below the part. */
  readonly items: (job: Job) => readonly JobTarget[];
}

export const jobPartOrder: readonly JobPart[] = keysOf(parts);

/** A row below a job: its work, schedule or targets. */
export function jobPartItem(job: Job, part: JobPart, naming: JobNaming, node: JobsNode): vscode.TreeItem {
  const { label, description, icon, items } = parts[part];
  const item = new vscode.TreeItem(
    label(),
    items(job).length > 0 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
  );
  item.id = nodeId(node);
  item.description = description(job, naming);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = `jobPart ${part}`;
  return item;
}

/** The schedule as a sentence, with its next run; text that cannot be parsed is shown unchanged (decision 17). */
function scheduleText({ params, enabled }: Job, { outlook }: JobNaming): string {
  const { sentence, next, problems } = outlook.details(params, Date.now(), 1);
  if (problems.some(problem => problem.severity === 'error')) return outlook.row(params, Date.now()).text;
  const run = enabled === false ? t('Would run: {next}.', { next }) : t('Next run: {next}.', { next });
  return displayText(next === '' ? sentence : `${sentence} ${run}`, 400);
}

function reportText(job: Job, naming: JobNaming): string {
  if (job.reports.length === 0) return t('none');
  const formats = displayText(job.report_formats.join(', '), 60);
  const names = namedIds('reports', job.reports, naming);
  return formats === '' ? names : `${names} (${formats})`;
}

/** "2 groups, 12 devices". */
export function targetCounts(job: Job): string {
  const counts = joinTexts(
    ', ',
    job.groups.length > 0 && plural('{count} group|{count} groups', job.groups.length),
    job.dynamic_groups.length > 0 &&
      plural('{count} dynamic group|{count} dynamic groups', job.dynamic_groups.length),
    job.peers.length > 0 && plural('{count} device|{count} devices', job.peers.length),
  );
  return counts || t('none');
}

/** The rows below a part of a job. */
export function itemsOf(job: Job, part: JobPart): readonly JobTarget[] {
  return parts[part].items(job);
}

/** The part of a job that the row belongs to. */
export function partOf(target: JobTarget): JobPart {
  if (target.kind === 'policy') return 'policies';
  return target.kind === 'report' ? 'reports' : 'targets';
}

function targetsOf(job: Job): readonly JobTarget[] {
  return [
    ...job.groups.map((groupId): JobTarget => ({ kind: 'group', groupId })),
    ...job.dynamic_groups.map((groupId): JobTarget => ({ kind: 'dynamicGroup', groupId })),
    ...job.peers.map((device): JobTarget => ({ kind: 'device', deviceKey: deviceKey(device) })),
  ];
}

export function targetItem(job: Job, target: JobTarget, naming: JobNaming, node: JobsNode): vscode.TreeItem {
  const item = targetRow(job, target, naming);
  item.id = nodeId(node);
  return item;
}

function targetRow(job: Job, target: JobTarget, naming: JobNaming): vscode.TreeItem {
  if (target.kind === 'device') {
    const device = job.peers.find(peer => deviceKey(peer) === target.deviceKey);
    return device === undefined ? new vscode.TreeItem('?') : deviceItem(device);
  }
  if (target.kind === 'group') {
    const item = new vscode.TreeItem(groupName(target.groupId, naming.session));
    item.description = t('group');
    item.iconPath = new vscode.ThemeIcon('organization');
    item.contextValue = target.kind;
    return item;
  }
  return namedItem(target, naming);
}

/** The row of an object that the API returns only as an ID. */
function namedItem(
  target: Extract<JobTarget, { kind: 'dynamicGroup' | 'policy' | 'report' }>,
  { session, labels }: JobNaming,
): vscode.TreeItem {
  const id = target.kind === 'dynamicGroup' ? target.groupId : target.id;
  const { list, words, icon } = namedKinds[target.kind];
  const label = labels.get(session.server.id, list, id);
  const item = new vscode.TreeItem(label === undefined ? `#${id}` : displayText(label, 120));
  item.description = label === undefined ? words() : `${words()} #${id}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = target.kind;
  return item;
}

const namedKinds = {
  dynamicGroup: { list: 'dynamic_groups', words: () => t('dynamic group'), icon: 'symbol-variable' },
  policy: { list: 'policies', words: () => t('policy'), icon: 'law' },
  report: { list: 'reports', words: () => t('report'), icon: 'graph' },
} as const;

/** The row of a device with its status words (decision 11). */
export function deviceItem(device: Device): vscode.TreeItem {
  const item = new vscode.TreeItem(displayText(deviceLabel(device), 120));
  item.description = joinTexts(' · ', displayText(device.status, 40), displayText(device.connection, 40));
  item.iconPath = deviceIcon(device.status);
  item.contextValue = 'device';
  return item;
}

/** `uses`: what targets the device, if known. */
export function deviceTooltip(device: Device, uses: readonly Fact[] = []): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  appendFacts(tooltip, [
    [t('Host name'), device.hostname],
    [t('Address'), device.addr],
    [t('Status'), device.status],
    [t('Connection'), device.connection],
    [t('User'), device.username],
    [t('Server ID'), device.server_id],
    [t('ID'), device.id === undefined ? '' : String(device.id)],
    ...uses,
  ]);
  return tooltip;
}
