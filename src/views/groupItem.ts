import * as vscode from 'vscode';
import type { groupFields } from '../fields/groupFields.ts';
import { type Device, deviceLabel } from '../model/device.ts';
import type { Group } from '../model/group.ts';
import type { CommandId } from '../platform/ids.ts';
import { plural, t } from '../platform/localize.ts';
import { groupTitle } from '../platform/objectNames.ts';
import { besideName } from '../platform/safeText.ts';
import { offlineCount } from '../store/groups/groupArrangement.ts';
import { displayText } from '../util/displayText.ts';
import { type Fact, shortList } from './facts.ts';
import { type GroupsNode, nodeId } from './nodes.ts';
import { appendExtraFields, appendFacts, titledTooltip } from './tooltipText.ts';

/** The ID of a group, or why it is unknown: not searched for yet, or another group looks the same. */
export type GroupIdState = number | 'unknown' | 'alike';

/** The row of a group, which shows if the group cannot be changed yet. */
export function groupItem(group: Group, id: GroupIdState, node: GroupsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    groupTitle(group),
    group.server_set.length === 0
      ? vscode.TreeItemCollapsibleState.None
      : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = nodeId(node);
  const devices = countsText(group);
  item.description = besideName(typeof id === 'number' ? devices : `${devices} · ${t('ID unknown')}`);
  item.iconPath = new vscode.ThemeIcon('organization');
  // Without an ID there is nothing to preview; a double click searches for the ID.
  item.command = {
    command: 'deviceAutomation.group.open' satisfies CommandId,
    title: t('Open'),
    arguments: [node, 'click'],
  };
  item.contextValue = `group ${typeof id === 'number' ? 'idKnown' : 'idUnknown'}`;
  return item;
}

/** `uses`: what targets the group. */
export function groupTooltip(group: Group, id: GroupIdState, uses: readonly Fact[]): vscode.MarkdownString {
  const tooltip = titledTooltip(displayText(group.name, 300));
  appendFacts(tooltip, [
    ...Object.values(factsOf).flatMap(fact => fact(group)),
    [t('ID'), idText(id)],
    ...uses,
  ]);
  appendExtraFields(tooltip, group.extra);
  return tooltip;
}

/** The table rows for each field of a group, in this order. */
const factsOf: Readonly<Record<keyof typeof groupFields, (group: Group) => readonly Fact[]>> = {
  // Shown in the title.
  name: () => [],
  server_set: ({ server_set: devices }) => [[t('Devices'), devicesText(devices)]],
  dn: ({ dn }) => [[t('Distinguished name'), dn]],
};

/** Explains what dropping on a group does. */
export function groupDropHint(): string {
  return t('Devices or host names dropped here are added; the prompt also offers to move them.');
}

function idText(id: GroupIdState): string {
  if (typeof id === 'number') return String(id);
  return id === 'alike'
    ? t(
        'unknown: another group has the same name and DN, so you have to enter it. It is needed to change the group.',
      )
    : t('unknown: the server does not return it. Find or enter it to change the group.');
}

/** The number of devices, and the first of them by name. */
function devicesText(devices: readonly Device[]): readonly string[] {
  return [devicesCount(devices), shortList(devices.map(deviceLabel))];
}

/** "20 devices, 3 offline". */
function countsText(group: Group): string {
  const offline = offlineCount(group);
  const devices = devicesCount(group.server_set);
  return offline === 0
    ? devices
    : plural('{devices}, {count} offline|{devices}, {count} offline', offline, { devices });
}

function devicesCount({ length }: readonly Device[]): string {
  return plural('{count} device|{count} devices', length);
}
