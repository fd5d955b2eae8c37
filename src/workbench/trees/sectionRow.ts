import * as vscode from 'vscode';
import type { StatusKind } from '../../api/model/jobStatus.ts';
import { isKeyOf } from '../../base/tables.ts';
import { type JobGrouping, noGroup, pinnedKey, type Rhythm } from '../../store/filter/jobArrangement.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { plural, t } from '../platform/localize.ts';
import { besideName } from '../platform/safeText.ts';
import { statusIcon } from './jobRow.ts';
import type { JobsNode } from './nodes.ts';
import { targetGroupName } from './targetRow.ts';

type Section = Extract<JobsNode, { kind: 'section' }>;

/** The row of a section of jobs. */
export function sectionRow(node: Section, count: number, session: ServerSession): vscode.TreeItem {
  const item = new vscode.TreeItem(
    sectionTitle(node, session),
    count > 50 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
  );
  item.description = besideName(plural('{count} job|{count} jobs', count));
  item.iconPath = sectionIcon(node);
  item.contextValue = 'section';
  return item;
}

function sectionTitle({ grouping, key }: Section, session: ServerSession): string {
  if (key === pinnedKey) return t('Pinned');
  switch (grouping) {
    case 'targetGroup':
      return key === noGroup ? t('No target group') : targetGroupName(Number(key), session);
    case 'status':
      return isKeyOf(statusTitles, key) ? t(statusTitles[key]) : t('Status not read yet');
    case 'schedule':
      return isKeyOf(scheduleTitles, key) ? t(scheduleTitles[key]) : key;
  }
}

const statusTitles = {
  running: 'Executing',
  queued: 'Queued',
  failed: 'Failed',
  unknown: 'Other status',
  stopped: 'Stopped',
  succeeded: 'Succeeded',
  idle: 'Not run',
} as const satisfies Readonly<Record<StatusKind, string>>;

const scheduleTitles = {
  SECONDLY: 'Every few seconds',
  MINUTELY: 'Every few minutes',
  HOURLY: 'Hourly',
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  YEARLY: 'Yearly',
  dates: 'Single dates and other schedules',
  none: 'No schedule',
} as const satisfies Readonly<Record<Rhythm, string>>;

function sectionIcon({ grouping, key }: Section): vscode.ThemeIcon {
  if (key === pinnedKey) return new vscode.ThemeIcon('pinned');
  if (grouping === 'status' && isKeyOf(statusTitles, key)) return statusIcon({ kind: key });
  return new vscode.ThemeIcon(sectionIcons[grouping]);
}

const sectionIcons: Readonly<Record<Exclude<JobGrouping, 'none'>, string>> = {
  status: 'circle-large-outline',
  schedule: 'calendar',
  targetGroup: 'organization',
};
