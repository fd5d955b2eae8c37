import * as vscode from 'vscode';
import { deviceKey } from '../../api/model/device.ts';
import type { Job } from '../../api/model/job.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { plural, t } from '../platform/localize.ts';
import type { JobPart, Naming, PartRow } from './jobPoints.ts';
import type { JobsNode, JobTarget } from './nodes.ts';
import { nameIds } from './targetRow.ts';

const schedulePart: JobPart = {
  part: 'schedule',
  label: () => t('Schedule'),
  icon: 'calendar',
  description: scheduleText,
  rows: () => [],
};

/** What a job does, and where. */
const workParts: readonly JobPart[] = [
  {
    part: 'targets',
    label: () => t('Targets'),
    icon: 'target',
    description: targetCounts,
    rows: job => targetRows(targetsOf(job)),
  },
  {
    part: 'policies',
    label: () => t('Policies'),
    icon: 'law',
    description: ({ policies }, naming) => nameIds('policies', policies, naming) || t('none'),
    rows: ({ policies }) => targetRows(unique(policies).map(id => ({ kind: 'policy', id }))),
  },
  {
    part: 'reports',
    label: () => t('Reports'),
    icon: 'graph',
    description: reportText,
    rows: ({ reports }) => targetRows(unique(reports).map(id => ({ kind: 'report', id }))),
  },
];

/** The parts of a job in the order of their rows; contributions add what is about its runs. */
export function jobParts(added: readonly JobPart[]): readonly JobPart[] {
  return [schedulePart, ...added, ...workParts];
}

/** The rows below a job. */
export function jobChildren(node: Extract<JobsNode, { kind: 'job' }>, parts: readonly JobPart[]): JobsNode[] {
  return parts.map(({ part }) => ({ ...node, kind: 'jobPart', part }));
}

/** A row below a job. */
export function jobPartRow(
  { part, label, description, icon, rows }: JobPart,
  job: Job,
  naming: Naming,
): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label(), rows(job, naming).length > 0 ? Collapsed : None);
  item.description = description(job, naming);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = `jobPart ${part}`;
  return item;
}

/** The rows below a part of a job. */
export function jobPartChildren(
  { part, ...ofJob }: Extract<JobsNode, { kind: 'jobPart' }>,
  { rows }: JobPart,
  job: Job,
  naming: Naming,
): JobsNode[] {
  return rows(job, naming).map(row =>
    row.kind === 'target' ? { ...ofJob, ...row } : { ...ofJob, ...row, part },
  );
}

function targetRows(targets: readonly JobTarget[]): readonly PartRow[] {
  return targets.map(target => ({ kind: 'target', target }));
}

/** The schedule as a sentence, with its next run; text that cannot be parsed is shown unchanged (decision 17). */
function scheduleText({ params, enabled }: Job, { outlook }: Naming): string {
  const { sentence, next, problems } = outlook.details(params, Date.now(), 1);
  if (problems.some(problem => problem.severity === 'error')) return outlook.row(params, Date.now()).text;
  const run = enabled === false ? t('Would run: {next}.', { next }) : t('Next run: {next}.', { next });
  return displayText(next === '' ? sentence : `${sentence} ${run}`, 400);
}

/** "2 groups, 12 devices". */
export function targetCounts({ groups, dynamic_groups: dynamicGroups, peers }: Job): string {
  const counts = joinTexts(
    ', ',
    groups.length > 0 && plural('{count} group|{count} groups', groups.length),
    dynamicGroups.length > 0 && plural('{count} dynamic group|{count} dynamic groups', dynamicGroups.length),
    peers.length > 0 && plural('{count} device|{count} devices', peers.length),
  );
  return counts || t('none');
}

function targetsOf({ groups, dynamic_groups: dynamicGroups, peers }: Job): readonly JobTarget[] {
  return [
    ...unique(groups).map((groupId): JobTarget => ({ kind: 'group', groupId })),
    ...unique(dynamicGroups).map((groupId): JobTarget => ({ kind: 'dynamicGroup', groupId })),
    ...unique(peers.map(deviceKey)).map((key): JobTarget => ({ kind: 'device', deviceKey: key })),
  ];
}

/** A server may list a target twice; two rows of one parent need different IDs. */
function unique<T>(targets: readonly T[]): T[] {
  return [...new Set(targets)];
}

function reportText({ reports, report_formats: formats }: Job, naming: Naming): string {
  if (reports.length === 0) return t('none');
  const names = nameIds('reports', reports, naming);
  const shownFormats = displayText(formats.join(', '), 60);
  return shownFormats === '' ? names : `${names} (${shownFormats})`;
}
