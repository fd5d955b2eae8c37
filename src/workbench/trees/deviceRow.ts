import * as vscode from 'vscode';
import { type Device, deviceLabel, deviceState } from '../../api/model/device.ts';
import type { Job } from '../../api/model/job.ts';
import { displayText, joinTexts } from '../../base/displayText.ts';
import { yieldToHost } from '../../base/slices.ts';
import type { Unknown } from '../../store/reach/targetIndex.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { t } from '../platform/localize.ts';
import { groupTitle, jobName } from '../platform/objectNames.ts';
import { type Labels, namedUnknownTexts } from '../servers/labels.ts';
import { nextRunTexts, type Schedules } from '../servers/schedules.ts';
import { appendFacts, type Fact, shortList } from './tooltip.ts';

/** The row of a device with its status words (decision 11); `undefined` if it has been removed. */
export function deviceRow(device: Device | undefined): vscode.TreeItem {
  if (device === undefined) return new vscode.TreeItem('?');
  const item = new vscode.TreeItem(displayText(deviceLabel(device), 120));
  item.description = joinTexts(' · ', displayText(device.status, 40), displayText(device.connection, 40));
  item.iconPath = deviceIcon(device.status);
  item.contextValue = 'device';
  return item;
}

const icons = {
  online: ['vm-active', 'testing.iconPassed'],
  offline: ['vm-outline', 'disabledForeground'],
} as const;

/** A specific icon only if the status word is understood (decision 11). */
function deviceIcon(status: string): vscode.ThemeIcon {
  const state = deviceState(status);
  if (state === undefined) return new vscode.ThemeIcon('vm');
  const [icon, color] = icons[state];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

/** What the tooltips of devices and groups are made from. */
export interface UsesSource {
  readonly session: ServerSession;
  readonly schedules: Pick<Schedules, 'of'>;
  readonly labels: Pick<Labels, 'text'>;
}

/** All facts about a device, and the groups and jobs that use it. */
export async function deviceTooltip(device: Device, source: UsesSource): Promise<vscode.MarkdownString> {
  const { targets } = source.session;
  await targets.update(yieldToHost);
  const { groups, jobs, unknown } = targets.usesOf(device);
  const tooltip = new vscode.MarkdownString();
  appendFacts(tooltip, [
    [t('Host name'), device.hostname],
    [t('Address'), device.addr],
    [t('Status'), device.status],
    [t('Connection'), device.connection],
    [t('User'), device.username],
    [t('Server ID'), device.server_id],
    [t('ID'), device.id === undefined ? '' : String(device.id)],
    [t('Groups'), shortList(groups.map(({ group }) => groupTitle(group)))],
    ...jobsFacts(
      jobs.map(({ job }) => job),
      unknown,
      source,
    ),
  ]);
  return tooltip;
}

/** The jobs that use a device or a group, with their next runs, and what is unknown about further ones. */
export function jobsFacts(
  jobs: readonly Job[],
  unknown: Unknown,
  { session: { server }, schedules, labels }: UsesSource,
): readonly Fact[] {
  const nextRun = nextRunTexts(schedules, server);
  const listed = jobs.map(job => t('{name} ({next})', { name: jobName(job), next: nextRun(job) }));
  return [
    [t('Jobs'), shortList(listed)],
    [t('Unknown'), namedUnknownTexts(unknown, server, labels)],
  ];
}
