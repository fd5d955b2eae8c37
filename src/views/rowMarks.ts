import * as vscode from 'vscode';
import { t } from '../platform/localize.ts';
import { cutMiddle, joinTexts } from '../util/displayText.ts';

/** Characters of a row that a side bar of 300 px shows; VS Code would cut the description before the name. */
const [latinLength, widerLength, shortestName] = [29, 26, 14];

/** The name, cut so that the description beside it is whole. Letters beyond the Latin ones, such as Cyrillic, are wider. */
export function labelBeside(name: string, description: string): string {
  if (description === '') return name;
  const isWider = /[^\p{Script=Latin}\p{Script=Common}]/u.test(name + description);
  return cutMiddle(name, Math.max(shortestName, (isWider ? widerLength : latinLength) - description.length));
}

const markScheme = 'device-automation-mark';

interface MarkedRow {
  readonly serverId: string;
  /** Unique among the rows of a tree. */
  readonly object: string;
  readonly isWatched?: boolean;
  readonly isPinned: boolean;
}

/** Gives a row the URI by which it is marked. */
export function markRow(
  item: vscode.TreeItem,
  { serverId, object, isWatched = false, isPinned }: MarkedRow,
): void {
  const marks = joinTexts('+', isPinned && 'pinned', isWatched && 'watched');
  if (marks === '') return;
  const path = `/${encodeURIComponent(object)}`;
  item.resourceUri = vscode.Uri.from({ scheme: markScheme, authority: serverId, path, query: marks });
}

/** Marks pinned and watched objects at the end of their rows, which leaves the descriptions free for the status. */
export class RowMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  provideFileDecoration({ scheme, query }: vscode.Uri): vscode.FileDecoration | undefined {
    if (scheme !== markScheme) return undefined;
    const [isPinned, isWatched] = ['pinned', 'watched'].map(mark => query.split('+').includes(mark));
    const badge = joinTexts('', isPinned && '↑', isWatched && '◉');
    return new vscode.FileDecoration(
      badge,
      joinTexts(', ', isPinned && t('Pinned'), isWatched && t('Watched')),
    );
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
