import * as vscode from 'vscode';
import type { LabeledField } from '../fields/objectFields.ts';
import type { Job } from '../model/job.ts';
import { isActive, statusKind } from '../model/jobStatus.ts';
import { t } from '../platform/localize.ts';
import { jobName } from '../platform/objectNames.ts';
import { statusLabel } from '../platform/statusTexts.ts';
import type { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import type { Labels } from '../servers/labels.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { shortList } from './facts.ts';
import { type JobsNode, nodeId } from './nodes.ts';
import { openCommand } from './plainItems.ts';
import { statusIcon } from './statusPresentation.ts';

/** What the texts of a job's row are made from: names of IDs, schedules. */
export interface JobNaming {
  readonly session: ServerSession;
  readonly labels: Pick<Labels, 'get' | 'text'>;
  readonly outlook: ScheduleOutlook;
}

export interface JobRowParts {
  /** The next run, or the schedule in a few words. */
  readonly schedule: string;
  readonly watch: 'watched' | 'unwatched';
  readonly uri: vscode.Uri;
}

/** The row of a job: status icon, name, status or next run, and a label with all of it for screen readers. */
export function jobItem(
  job: Job,
  session: ServerSession,
  node: JobsNode,
  { schedule, watch, uri }: JobRowParts,
): vscode.TreeItem {
  const status = session.statuses.get(job.id);
  const name = jobName(job);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = nodeId(node);
  item.iconPath = statusIcon(status);
  item.command = openCommand(uri);
  const isDisabled = job.enabled === false;
  const when = isDisabled ? t('disabled') : displayText(schedule, 120);
  const active = status !== undefined && isActive(status.kind) && statusLabel(status);
  item.description = joinTexts(' · ', (isDisabled || active === false) && when, active);
  item.contextValue = `job ${isDisabled ? 'disabled' : 'enabled'} ${status?.kind ?? statusKind('')} ${watch}`;
  item.accessibilityInformation = {
    label: joinTexts(', ', name, statusLabel(status), watch === 'watched' && t('watched'), when),
  };
  return item;
}

export function groupName(id: number, session: ServerSession): string {
  const group = session.groups.byId(id);
  return group === undefined ? `#${id}` : displayText(group.name, 80) || `#${id}`;
}

/** IDs as the user's labels, or as `#12` (decision 23). */
export function namedIds(kind: LabeledField, ids: readonly number[], { session, labels }: JobNaming): string {
  return shortList(ids.map(id => displayText(labels.text(session.server.id, kind, id), 80)));
}
