import * as vscode from 'vscode';
import { joinTexts } from '../../base/displayText.ts';
import { t } from '../platform/localize.ts';
import {
  type MarkedObject,
  markUri,
  type ObjectMark,
  registerDecorations,
} from '../platform/rows/objectMarks.ts';

interface MarkedRow {
  readonly serverId: string;
  readonly object: MarkedObject;
  /** What the row says of itself, for menus. */
  readonly context: string;
  /** For screen readers. */
  readonly spoken: readonly (string | undefined)[];
  readonly isPinned: boolean;
  readonly marks: readonly ObjectMark[];
}

/** Gives a row its label for screen readers, its context value and its badges, with the marks of contributions. */
export function markRow(
  item: vscode.TreeItem,
  { serverId, object, context, spoken, isPinned, marks: others }: MarkedRow,
): void {
  const marks = [pinMark(isPinned), ...others];
  const label = joinTexts(', ', ...spoken, ...marks.map(mark => mark.spoken));
  item.accessibilityInformation = { label };
  item.contextValue = joinTexts(' ', context, ...marks.map(({ tag }) => tag));
  const decorations = marks.flatMap(({ decoration }) => decoration ?? []);
  const uri = markUri(serverId, object.kind === 'job' ? String(object.id) : object.groupKey, decorations);
  if (uri !== undefined) item.resourceUri = uri;
}

function pinMark(isPinned: boolean): ObjectMark {
  return isPinned ? { tag: 'pinned', decoration: 'pinned', spoken: t('pinned') } : { tag: 'unpinned' };
}

export function pinDecorations(): vscode.Disposable {
  return registerDecorations({ pinned: () => new vscode.FileDecoration('↑', t('Pinned')) });
}

/** The command of an object's row. VS Code decides on preview mode and focus. */
export function openCommand(uri: vscode.Uri): vscode.Command {
  return { command: 'vscode.open', title: t('Open'), arguments: [uri] };
}
