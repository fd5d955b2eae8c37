import * as vscode from 'vscode';
import { mismatchText } from '../api/errors/mismatchText.ts';
import type { UnreadableRow } from '../api/resources/page.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import { displayText } from '../util/displayText.ts';
import { type GroupsNode, type JobsNode, nodeId } from './nodes.ts';

/** The command of an object's row. VS Code decides on preview mode and focus. */
export function openCommand(uri: vscode.Uri): vscode.Command {
  return { command: 'vscode.open', title: t('Open'), arguments: [uri] };
}

/** A row that runs a command, such as "Load more…". */
export function moreItem(
  node: JobsNode | GroupsNode,
  label: string,
  command: CommandId,
  icon = 'ellipsis',
): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.id = nodeId(node);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = node.kind;
  item.command = { command, title: label, arguments: [node] };
  return item;
}

/** A row for the remaining children of a long list. */
export function showMoreItem(
  node: Extract<JobsNode | GroupsNode, { readonly kind: 'showMore' }>,
): vscode.TreeItem {
  const label = plural('{count} more…|{count} more…', node.hidden);
  return moreItem(node, label, 'deviceAutomation.row.showMore');
}

/** An element of the server's list that does not match its schema; opens its raw JSON. */
export function unreadableItem(row: UnreadableRow | undefined, node: JobsNode | GroupsNode): vscode.TreeItem {
  const label =
    row?.more === undefined
      ? t('Unreadable entry')
      : plural('{count} more unreadable entry|{count} more unreadable entries', row.more);
  const item = new vscode.TreeItem(label);
  item.id = nodeId(node);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (row?.more !== undefined) return item;
  if (row?.problem !== undefined) item.description = displayText(mismatchText(row.problem, localizer), 120);
  item.contextValue = 'unreadable';
  item.command = {
    command: 'deviceAutomation.row.showRaw' satisfies CommandId,
    title: label,
    arguments: [node],
  };
  return item;
}
