import * as vscode from 'vscode';
import { type Disposable, Emitter, type Event } from '../../../base/emitter.ts';

/** An object whose row may be marked. */
export type MarkedObject =
  | { readonly kind: 'job'; readonly id: number }
  /** By its `groupKey`. */
  | { readonly kind: 'group'; readonly groupKey: string };

/** What a contribution knows better than the status itself, or besides it. */
interface StatusMark {
  /** Instead of the status of a job that is queued or executing. */
  readonly text?: string | undefined;
  /** Instead of the color of its icon. */
  readonly color?: string | undefined;
  /** After the status, for screen readers. */
  readonly spoken?: string;
}

/** What a contribution adds to the row of an object, and to its tooltip. */
export interface ObjectMark {
  /** A word of the row's context value, by which menus choose. */
  readonly tag?: string;
  /** A word of the row's `markUri`, to which the contribution gives a badge with VS Code's file decorations. */
  readonly decoration?: string;
  /** For screen readers. */
  readonly spoken?: string;
  /** What the row of a job says with its status. */
  readonly status?: StatusMark;
  /** The end of the row's description. */
  readonly text?: string;
  /** A line of the tooltip. */
  readonly fact?: readonly [label: string, texts: string | readonly string[]];
}

/** A row whose marks have changed; a group by the key of its row. */
export type ChangedRow =
  | { readonly kind: 'job'; readonly id: number }
  | { readonly kind: 'allJobs' }
  | { readonly kind: 'group'; readonly rowKey: string };

export interface MarksChange {
  readonly serverId: string | undefined;
  /** `undefined` for all. */
  readonly rows: readonly ChangedRow[] | undefined;
}

/** Marks objects for one contribution. */
export interface MarkSource {
  markOf(serverId: string, object: MarkedObject): ObjectMark | undefined;
  readonly onDidChange: Event<MarksChange>;
}

/** The marks of all contributions. */
export class ObjectMarks implements Disposable {
  readonly #sources = new Set<MarkSource>();
  readonly #changed = new Emitter<MarksChange>();
  readonly onDidChange = this.#changed.event;

  /** Adds a source; dispose the result to remove it. */
  add(source: MarkSource): Disposable {
    this.#sources.add(source);
    const subscription = source.onDidChange(change => this.#changed.fire(change));
    return {
      dispose: () => {
        subscription.dispose();
        this.#sources.delete(source);
      },
    };
  }

  of(serverId: string, object: MarkedObject): readonly ObjectMark[] {
    return [...this.#sources].flatMap(source => source.markOf(serverId, object) ?? []);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

const markScheme = 'device-automation-mark';

/** The URI of a row with decorations, unique among the rows of a tree; `undefined` without any. */
export function markUri(
  serverId: string,
  object: string,
  decorations: readonly string[],
): vscode.Uri | undefined {
  if (decorations.length === 0) return undefined;
  return vscode.Uri.from({
    scheme: markScheme,
    authority: serverId,
    path: `/${encodeURIComponent(object)}`,
    query: decorations.join('+'),
  });
}

/** Gives rows with one of these words in their `markUri` a badge. VS Code joins those of several. */
export function registerDecorations(
  decorations: Readonly<Record<string, () => vscode.FileDecoration>>,
): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, query }) => {
      const words = scheme === markScheme ? query.split('+') : [];
      const [, create] = Object.entries(decorations).find(([word]) => words.includes(word)) ?? [];
      return create?.();
    },
  });
}
