import * as vscode from 'vscode';
import { unreadableText } from '../../api/errors/errorText.ts';
import type { UnreadableRow } from '../../api/resources/listPage.ts';
import { displayText } from '../../base/displayText.ts';
import { unknownOfFilter } from '../../store/filter/filterSets.ts';
import { type JobFilter, noFilter } from '../../store/filter/jobFilter.ts';
import { unknownTexts } from '../../store/reach/unknownTexts.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import type { GroupsNode, JobsNode } from './nodes.ts';

type NoteNode = Extract<JobsNode | GroupsNode, { kind: NoteKind | 'unreadable' }>;
type NoteKind = keyof typeof commands;

const commands = {
  readStatuses: ['deviceAutomation.jobs.readStatuses', 'pulse'],
  findGroupIds: ['deviceAutomation.groups.findIds', 'question'],
  showMore: ['deviceAutomation.row.showMore', 'ellipsis'],
  stopReading: ['deviceAutomation.lists.stopReading', 'debug-stop'],
  resumeReading: ['deviceAutomation.lists.resumeReading', 'debug-continue'],
} as const satisfies Readonly<Record<string, readonly [command: CommandId, icon: string]>>;

interface NoteFacts {
  readonly session: ServerSession;
  readonly filter?: JobFilter;
  /** The rows of which some may be hidden. */
  readonly rows: { hiddenOf(parentId: string): number };
}

/** A row that is not an object: it runs a command such as "200 more…", or represents an unreadable entry. */
export function noteRow(node: NoteNode, facts: NoteFacts): vscode.TreeItem {
  if (node.kind === 'unreadable') return unreadableRow(node, facts.session[node.list].unreadable[node.index]);
  const label = noteLabel(node, facts);
  const [command, icon] = commands[node.kind];
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = node.kind;
  item.command = { command, title: label, arguments: [node] };
  return item;
}

function noteLabel(
  node: Extract<NoteNode, { kind: NoteKind }>,
  { session, filter = noFilter, rows }: NoteFacts,
): string {
  if (node.kind === 'showMore') return plural('{count} more…|{count} more…', rows.hiddenOf(node.of));
  if (node.kind === 'stopReading') return t('Stop Reading');
  if (node.kind === 'resumeReading') return t('Resume Reading');
  const { jobs, statuses, targets } = session;
  if (node.kind === 'findGroupIds') {
    const naming = { localizer, nameDynamicGroup: String };
    const [unknown = ''] = unknownTexts(unknownOfFilter(filter, targets), naming);
    return t('{unknown}: Find IDs', { unknown });
  }
  const unread = jobs.jobs.filter(job => !statuses.known.has(job.id)).length;
  return plural('Read the status of {count} more job…|Read the status of {count} more jobs…', unread);
}

/** An element of the server's list that does not match its schema; opens its raw JSON. */
function unreadableRow(node: NoteNode, row: UnreadableRow | undefined): vscode.TreeItem {
  const label =
    row?.more === undefined
      ? t('Unreadable entry')
      : plural('{count} more unreadable entry|{count} more unreadable entries', row.more);
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (row?.more !== undefined) return item;
  if (row !== undefined) item.description = displayText(unreadableText(row, localizer), 160);
  item.contextValue = 'unreadable';
  const command: CommandId = 'deviceAutomation.row.showRaw';
  item.command = { command, title: label, arguments: [node] };
  return item;
}
