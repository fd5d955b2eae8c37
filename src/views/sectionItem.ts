import * as vscode from 'vscode';
import type { StatusKind } from '../model/jobStatus.ts';
import { localizer } from '../platform/localize.ts';
import { besideName } from '../platform/safeText.ts';
import { type JobGrouping, noGroup, notRead, type Rhythm } from '../store/jobs/jobArrangement.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { groupName } from './jobItem.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { statusIcon } from './statusPresentation.ts';

const { t, plural } = localizer;

type Section = Extract<JobsNode, { kind: 'section' }>;

/** Row above jobs that belong together. */
export function sectionItem(node: Section, count: number, session: ServerSession): vscode.TreeItem {
  const item = new vscode.TreeItem(
    sectionTitle(node, session),
    count > 50 ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
  );
  item.id = nodeId(node);
  item.description = besideName(plural('{count} job|{count} jobs', count));
  item.iconPath = sectionIcon(node);
  item.contextValue = 'section';
  return item;
}

function sectionTitle({ grouping, key }: Section, session: ServerSession): string {
  if (grouping === 'targetGroup')
    return key === noGroup ? t('No target group') : groupName(Number(key), session);
  return grouping === 'status' ? statusTitle(key) : scheduleTitle(key);
}

const statusTitles: Readonly<Record<StatusKind, () => string>> = {
  running: () => t('Executing'),
  queued: () => t('Queued'),
  failed: () => t('Failed'),
  unknown: () => t('Other status'),
  stopped: () => t('Stopped'),
  succeeded: () => t('Succeeded'),
  idle: () => t('Not run'),
};

/** The title of a kind of status. */
function statusKindTitle(kind: StatusKind): string {
  return statusTitles[kind]();
}

function statusTitle(key: string): string {
  return isStatusKind(key) ? statusKindTitle(key) : t('Status not read yet');
}

function isStatusKind(key: string): key is StatusKind {
  return Object.hasOwn(statusTitles, key);
}

const scheduleTitles: Readonly<Record<Rhythm, () => string>> = {
  SECONDLY: () => t('Every few seconds'),
  MINUTELY: () => t('Every few minutes'),
  HOURLY: () => t('Hourly'),
  DAILY: () => t('Daily'),
  WEEKLY: () => t('Weekly'),
  MONTHLY: () => t('Monthly'),
  YEARLY: () => t('Yearly'),
  dates: () => t('Single dates and other schedules'),
  none: () => t('No schedule'),
};

function scheduleTitle(key: string): string {
  return isRhythm(key) ? scheduleTitles[key]() : key;
}

function isRhythm(key: string): key is Rhythm {
  return Object.hasOwn(scheduleTitles, key);
}

function sectionIcon({ grouping, key }: Section): vscode.ThemeIcon {
  if (grouping === 'status' && key !== notRead && isStatusKind(key))
    return statusIcon({ word: key, kind: key, asOfMs: 0 });
  return new vscode.ThemeIcon(sectionIcons[grouping]);
}

const sectionIcons: Readonly<Record<Exclude<JobGrouping, 'none'>, string>> = {
  status: 'circle-large-outline',
  schedule: 'calendar',
  targetGroup: 'organization',
};
