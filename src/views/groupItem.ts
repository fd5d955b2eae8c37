import * as vscode from 'vscode';
import { type Device, deviceLabel } from '../model/device.ts';
import type { Group } from '../model/group.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import { groupTitle } from '../platform/objectNames.ts';
import { besideName } from '../platform/safeText.ts';
import { displayText } from '../util/displayText.ts';
import { extraFacts, shortList } from './facts.ts';
import { type GroupsNode, nodeId } from './nodes.ts';
import { appendFacts, titledTooltip } from './tooltipText.ts';

const { t, plural } = localizer;

/** Row of a group; `id` as far as it is known. */
export function groupItem(group: Group, id: number | undefined, node: GroupsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    groupTitle(group),
    group.server_set.length === 0
      ? vscode.TreeItemCollapsibleState.None
      : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = nodeId(node);
  item.description = besideName(devicesCount(group.server_set));
  item.iconPath = new vscode.ThemeIcon('organization');
  // Without its ID there is nothing to preview; a double click finds the ID.
  item.command = {
    command: 'deviceAutomation.group.open' satisfies CommandId,
    title: t('Open'),
    arguments: [node, 'click'],
  };
  item.contextValue = `group ${id === undefined ? 'idUnknown' : 'idKnown'}`;
  return item;
}

export function groupTooltip(group: Group, id: number | undefined): vscode.MarkdownString {
  const tooltip = titledTooltip(displayText(group.name, 300));
  appendFacts(tooltip, [
    [t('Devices'), devicesText(group.server_set)],
    [t('Distinguished name'), group.dn],
    [t('ID'), id === undefined ? t('not known yet') : String(id)],
  ]);
  appendFacts(tooltip, extraFacts(group.extra));
  tooltip.appendMarkdown(
    `\n\n${t('Devices or host names dropped here are added; the question also offers to move them.')}`,
  );
  return tooltip;
}

/** How many there are, and the first of them by name. */
function devicesText(devices: readonly Device[]): readonly string[] {
  return [devicesCount(devices), shortList(devices.map(deviceLabel))];
}

function devicesCount({ length }: readonly Device[]): string {
  return plural('{count} device|{count} devices', length);
}
