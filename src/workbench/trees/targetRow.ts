import * as vscode from 'vscode';
import type { LabeledField } from '../../api/fields/objectFields.ts';
import { deviceKey } from '../../api/model/device.ts';
import type { Job } from '../../api/model/job.ts';
import { displayText } from '../../base/displayText.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { t } from '../platform/localize.ts';
import { deviceRow, deviceTooltip, type UsesSource } from './deviceRow.ts';
import { groupTooltip } from './groupRow.ts';
import type { Naming } from './jobPoints.ts';
import type { JobTarget } from './nodes.ts';
import { shortList } from './tooltip.ts';

/** The row of a device, group, policy or report of a job. */
export function targetRow(target: JobTarget, job: Job, naming: Naming): vscode.TreeItem {
  switch (target.kind) {
    case 'device':
      return deviceRow(job.peers.find(peer => deviceKey(peer) === target.deviceKey));
    case 'group':
      return kindRow('group', targetGroupName(target.groupId, naming.session), t('group'));
    case 'dynamicGroup':
      return labelRow('dynamicGroup', target.groupId, naming);
    case 'policy':
    case 'report':
      return labelRow(target.kind, target.id, naming);
  }
}

/** Devices and groups have the same tooltip as in the group view. */
export async function targetTooltip(
  target: JobTarget,
  job: Job,
  source: UsesSource,
): Promise<vscode.MarkdownString | undefined> {
  if (target.kind === 'device') {
    const device = job.peers.find(peer => deviceKey(peer) === target.deviceKey);
    return device && deviceTooltip(device, source);
  }
  if (target.kind !== 'group') return undefined;
  const group = source.session.groups.byId(target.groupId);
  return group && groupTooltip(group, target.groupId, source);
}

const labeledKinds = {
  dynamicGroup: { field: 'dynamic_groups', kindText: () => t('dynamic group') },
  policy: { field: 'policies', kindText: () => t('policy') },
  report: { field: 'reports', kindText: () => t('report') },
} as const;

/** The row of an object that the API returns only as an ID. */
function labelRow(kind: keyof typeof labeledKinds, id: number, { session, labels }: Naming): vscode.TreeItem {
  const { field, kindText } = labeledKinds[kind];
  const label = labels.get(session.server.id, field, id);
  return label === undefined
    ? kindRow(kind, `#${id}`, kindText())
    : kindRow(kind, displayText(label, 120), `${kindText()} #${id}`);
}

const icons = {
  group: 'organization',
  dynamicGroup: 'symbol-variable',
  policy: 'law',
  report: 'graph',
} as const;

function kindRow(kind: keyof typeof icons, label: string, description: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(icons[kind]);
  item.contextValue = kind;
  return item;
}

export function targetGroupName(id: number, session: ServerSession): string {
  const group = session.groups.byId(id);
  return group === undefined ? `#${id}` : displayText(group.name, 80) || `#${id}`;
}

/** IDs as the user's labels, or as `#12` (decision 23). */
export function nameIds(field: LabeledField, ids: readonly number[], { session, labels }: Naming): string {
  return shortList(ids.map(id => displayText(labels.text(session.server.id, field, id), 80)));
}
