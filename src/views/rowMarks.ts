import * as vscode from 'vscode';
import type { Finding } from '../fleetCheck/fleetChecker.ts';
import { plural, t } from '../platform/localize.ts';
import type { FleetFindings } from '../servers/fleetFindings.ts';
import { getOrAdd } from '../util/collections.ts';
import { cutMiddle, joinTexts, textWidth } from '../util/displayText.ts';

/** Room in a row of a side bar of 300 px, in widths of its font; VS Code would cut the description before the name. */
const room = { row: 16.9, mark: 1.4, shortestName: 8.8, descriptionSize: 0.9 };

const letterWidths: readonly (readonly [RegExp, number])[] = [
  [/[ijlrtfI .,:;'|()·-]/, 0.41],
  [/[mwMWшщжюыфмШЩЖЮФ…@%]|[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]/u, 1],
  [/\p{Lu}/u, 0.8],
];
const widths = new Map<string, number>();

/** About the width of a letter; exact widths depend on the user's font. */
function letterWidth(letter: string): number {
  return getOrAdd(widths, letter, () => letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? 0.63);
}

/** The name, cut so that the description and the marks beside it are whole. */
function nameBeside(name: string, description: string, marks: number): string {
  const beside = textWidth(description, letterWidth) * room.descriptionSize + marks * room.mark;
  return cutMiddle(name, Math.max(room.shortestName, room.row - beside), letterWidth);
}

const markScheme = 'device-automation-mark';

interface MarkedRow {
  readonly name: string;
  readonly description: string;
  readonly serverId: string;
  /** Unique among the rows of a tree. */
  readonly object: string;
  readonly isWatched?: boolean;
  readonly isPinned: boolean;
  readonly findings: readonly Finding[];
}

/** Where the findings of rows come from. */
export type FindingsSource = Pick<FleetFindings, 'of'>;

/** Notes are only in the tooltip. */
const markedSeverities = ['error', 'warning'] as const;

/** Shows a name with a description beside it, and gives the row the URI by which it is marked. */
export function markRow(
  item: vscode.TreeItem,
  { name, description, serverId, object, isWatched = false, isPinned, findings }: MarkedRow,
): void {
  const worst = markedSeverities.find(severity => severity === findings[0]?.severity);
  const marks = [isPinned ? 'pinned' : '', isWatched ? 'watched' : '', worst ?? ''].filter(
    mark => mark !== '',
  );
  item.label = description === '' ? name : nameBeside(name, description, marks.length);
  item.description = description;
  if (marks.length === 0) return;
  const path = `/${encodeURIComponent(object)}`;
  item.resourceUri = vscode.Uri.from({
    scheme: markScheme,
    authority: serverId,
    path,
    query: marks.join('+'),
  });
}

/**
 * Marks pinned and watched objects, and those with findings, at the end of their rows, which leaves the descriptions free
 * for the status.
 */
export class RowMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #registration = vscode.Disposable.from(
    vscode.window.registerFileDecorationProvider(this),
    // VS Code joins the marks of several providers. Each may have at most two characters.
    vscode.window.registerFileDecorationProvider({ provideFileDecoration: findingDecoration }),
  );

  provideFileDecoration({ scheme, query }: vscode.Uri): vscode.FileDecoration | undefined {
    if (scheme !== markScheme) return undefined;
    const [isPinned, isWatched] = ['pinned', 'watched'].map(mark => query.split('+').includes(mark));
    if (!isPinned && !isWatched) return undefined;
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

/** The same colors as of files with problems. */
function findingDecoration({ scheme, query }: vscode.Uri): vscode.FileDecoration | undefined {
  const marks = scheme === markScheme ? query.split('+') : [];
  const worst = markedSeverities.find(severity => marks.includes(severity));
  if (worst === undefined) return undefined;
  const isError = worst === 'error';
  const color = new vscode.ThemeColor(isError ? 'list.errorForeground' : 'list.warningForeground');
  return new vscode.FileDecoration('!', isError ? t('Fleet check: error') : t('Fleet check: warning'), color);
}

/** For screen readers. */
export function findingsCount({ length }: readonly Finding[]): string {
  return length === 0 ? '' : plural('{count} finding|{count} findings', length);
}

const textsAtMost = 5;

export function findingTexts(findings: readonly Finding[]): readonly string[] {
  const more = findings.length - textsAtMost;
  const texts = findings.slice(0, textsAtMost).map(({ text }) => text);
  return more <= 0 ? texts : [...texts, plural('{count} more finding|{count} more findings', more)];
}

/** The command of an object's row. VS Code decides on preview mode and focus. */
export function openCommand(uri: vscode.Uri): vscode.Command {
  return { command: 'vscode.open', title: t('Open'), arguments: [uri] };
}
