import * as vscode from 'vscode';
import type { groupFields } from '../../api/fields/groupFields.ts';
import { deviceLabel } from '../../api/model/device.ts';
import type { Group } from '../../api/model/group.ts';
import { displayText } from '../../base/displayText.ts';
import { yieldToHost } from '../../base/slices.ts';
import { offlineCount } from '../../store/filter/groupArrangement.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandId } from '../platform/ids.ts';
import { plural, t } from '../platform/localize.ts';
import { groupTitle } from '../platform/objectNames.ts';
import type { ObjectMark } from '../platform/rows/objectMarks.ts';
import { besideName } from '../platform/safeText.ts';
import { jobsFacts, type UsesSource } from './deviceRow.ts';
import type { TreeParts } from './listFrame.ts';
import type { GroupsNode } from './nodes.ts';
import { markRow, openCommand } from './rowMarks.ts';
import { appendExtraFields, appendFacts, type Fact, makeTooltip, shortList } from './tooltip.ts';

type GroupNode = Extract<GroupsNode, { kind: 'group' }>;

/** The ID of a group, or why it is unknown: not searched for yet, or another group looks the same. */
type GroupIdState = number | 'unknown' | 'alike';

export function groupIdState(group: Group, { groups: { identity } }: ServerSession): GroupIdState {
  return identity.known(group) ?? (identity.isUnambiguous(group) ? 'unknown' : 'alike');
}

interface GroupRowSource extends Pick<TreeParts, 'documentUri'> {
  readonly isPinned: boolean;
  readonly marks?: readonly ObjectMark[];
}

/** The row of a group. */
export function groupRow(
  node: GroupNode,
  group: Group,
  id: GroupIdState,
  { documentUri, isPinned, marks = [] }: GroupRowSource,
): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const isKnown = typeof id === 'number';
  const title = groupTitle(group);
  const devices = devicesText(group);
  const item = new vscode.TreeItem(title, group.server_set.length === 0 ? None : Collapsed);
  item.iconPath = new vscode.ThemeIcon('organization');
  item.description = besideName(devices);
  markRow(item, {
    serverId: node.serverId,
    object: { kind: 'group', groupKey: node.groupKey },
    context: `group ${isKnown ? 'idKnown' : 'idUnknown'}`,
    spoken: [title, devices],
    isPinned,
    marks,
  });
  item.command = isKnown ? openCommand(documentUri(node.serverId, 'group', id, title)) : findIdCommand(node);
  return item;
}

/** Without an ID there is nothing to preview; a double click searches for the ID. */
function findIdCommand(node: GroupNode): vscode.Command {
  const command: CommandId = 'deviceAutomation.group.open';
  return { command, title: t('Open'), arguments: [node, 'click'] };
}

/** The row of a device below a group. */
export function deviceNode({ serverId, groupKey }: GroupNode, deviceKey: string): GroupsNode {
  return { kind: 'device', serverId, groupKey, deviceKey };
}

/** The fields of a group, and the jobs that target it. */
export async function groupTooltip(
  group: Group,
  id: GroupIdState,
  source: UsesSource,
  marks: readonly ObjectMark[] = [],
): Promise<vscode.MarkdownString> {
  const { targets } = source.session;
  await targets.update(yieldToHost);
  const { jobs, unknown } = targets.usesOfGroup(group);
  const tooltip = makeTooltip(displayText(group.name, 300));
  appendFacts(tooltip, [
    ...Object.values(factsOf).flatMap(fact => fact(group)),
    [t('ID'), idText(id)],
    ...jobsFacts(jobs, unknown, source),
    ...marks.flatMap(({ fact }) => (fact ? [fact] : [])),
  ]);
  appendExtraFields(tooltip, group.extra);
  return tooltip;
}

/** The tooltip's rows for each field of a group, in this order. */
const factsOf: Readonly<Record<keyof typeof groupFields, (group: Group) => readonly Fact[]>> = {
  // Shown in the title.
  name: () => [],
  server_set: group => [[t('Devices'), [devicesText(group), shortList(group.server_set.map(deviceLabel))]]],
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

/** "20 devices", or "3 of 20 offline". */
function devicesText(group: Group): string {
  const { length: total } = group.server_set;
  const offline = offlineCount(group);
  return offline === 0
    ? plural('{count} device|{count} devices', total)
    : t('{count} of {total} offline', { count: offline, total });
}
