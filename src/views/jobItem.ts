import * as vscode from 'vscode';
import { localizer } from '../host/localize.ts';
import { jobName } from '../host/objectNames.ts';
import { deviceLabel } from '../model/device.ts';
import type { Job } from '../model/job.ts';
import { statusKind } from '../model/jobStatus.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { scheduleWords } from './scheduleWords.ts';
import { statusIcon, statusWords } from './statusPresentation.ts';

const { t, plural } = localizer;

/** Row of a job: status icon, name, schedule or "disabled"; words for all of it for screen readers. */
export function jobItem(job: Job, session: ServerSession, node: JobsNode): vscode.TreeItem {
  const status = session.statuses.get(job.id);
  const name = jobName(job);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = nodeId(node);
  item.iconPath = statusIcon(status);
  item.description = job.enabled === false ? t('disabled') : scheduleWords(job.params);
  item.contextValue = `job ${job.enabled === false ? 'disabled' : 'enabled'} ${status?.kind ?? statusKind('')}`;
  item.accessibilityInformation = { label: `${name}, ${statusWords(status)}, ${item.description}` };
  return item;
}

/** All fields of a job as Markdown; text of the server is appended as text, never as markup. */
export function jobTooltip(job: Job, session: ServerSession): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(jobName(job)).appendMarkdown('**\n\n');
  const status = session.statuses.get(job.id);
  for (const [label, value] of [
    [t('Status'), statusWords(status)],
    [t('Id'), String(job.id)],
    [t('Enabled'), yesNo(job.enabled)],
    [t('Run on start'), yesNo(job.run_on_start)],
    [t('Schedule'), scheduleWords(job.params)],
    [t('Groups'), job.groups.map(id => groupName(id, session)).join(', ')],
    [t('Dynamic groups'), idList(job.dynamic_groups)],
    [t('Devices'), shortList(job.peers.map(deviceLabel))],
    [t('Policies'), idList(job.policies)],
    [t('Reports'), idList(job.reports)],
    [t('Report formats'), job.report_formats.join(', ')],
    ...Object.entries(job.extra).map(([key, value]) => [key, JSON.stringify(value)]),
  ]) {
    if (value)
      tooltip
        .appendMarkdown('- ')
        .appendText(`${label}: ${displayText(value, 300)}`)
        .appendMarkdown('\n');
  }
  if (job.params.trim() !== '')
    tooltip.appendMarkdown('\n').appendCodeblock(job.params.slice(0, 2_000), 'text');
  return tooltip;
}

export function groupName(id: number, session: ServerSession): string {
  const group = session.groups.byId(id);
  return group === undefined ? `#${id}` : displayText(group.name, 80) || `#${id}`;
}

export function idList(ids: readonly number[]): string {
  return shortList(ids.map(id => `#${id}`));
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
