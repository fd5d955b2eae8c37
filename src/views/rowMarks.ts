import * as vscode from 'vscode';
import type { Finding } from '../fleetCheck/fleetChecker.ts';
import { plural, t } from '../platform/localize.ts';
import type { FleetFindings } from '../servers/fleetFindings.ts';
import { joinTexts } from '../util/displayText.ts';

const markScheme = 'device-automation-mark';

interface MarkedRow {
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

/** Gives the row of a marked object the URI by which it is decorated. */
export function markRow(
  item: vscode.TreeItem,
  { serverId, object, isWatched = false, isPinned, findings }: MarkedRow,
): void {
  const worst = markedSeverities.find(severity => severity === findings[0]?.severity);
  const marks = [isPinned ? 'pinned' : '', isWatched ? 'watched' : '', worst ?? ''].filter(
    mark => mark !== '',
  );
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
