import { nodeId } from './nodes.ts';

type Node = Parameters<typeof nodeId>[0];

/** How many children are shown at first; each request for more shows twice as many. */
const firstLimit = 200;

/** The visible children of a node, and how many more there are. */
export interface Cut<T> {
  readonly shown: readonly T[];
  readonly hidden: number;
}

/** Keeps one object per row, because VS Code knows rows by identity; and cuts long lists of children. */
export class Rows<T extends Node> {
  readonly #nodes = new Map<string, T>();
  readonly #limits = new Map<string, number>();

  /** The object for this row that was handed out before, else this one from now on. */
  keep(node: T): T {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    // A row that shows how many are hidden is replaced when the number changes.
    if (known !== undefined && (node.kind !== 'showMore' || isSameCount(known, node))) return known;
    this.#nodes.set(id, node);
    return node;
  }

  get(id: string): T | undefined {
    return this.#nodes.get(id);
  }

  /** The first 200 of many children, and twice as many each time that more were requested. */
  cut<C>(parentId: string, children: readonly C[]): Cut<C> {
    const limit = this.#limits.get(parentId) ?? firstLimit;
    return { shown: children.slice(0, limit), hidden: Math.max(0, children.length - limit) };
  }

  /** Each child once (a device may be listed twice), as many of them as `cut` shows, and a row to show more. */
  limit(parentId: string, children: readonly T[], more: (parentId: string, hidden: number) => T): T[] {
    const { shown, hidden } = this.cut(parentId, [...new Set(children)]);
    return hidden === 0 ? [...shown] : [...shown, more(parentId, hidden)];
  }

  raiseLimit(parentId: string): void {
    this.#limits.set(parentId, 2 * (this.#limits.get(parentId) ?? firstLimit));
  }

  /** Raises the limit until this many children are shown. */
  showAtLeast(parentId: string, count: number): void {
    while ((this.#limits.get(parentId) ?? firstLimit) < count) this.raiseLimit(parentId);
  }

  /** Resets paging after re-sorting. */
  resetLimits(): void {
    this.#limits.clear();
  }

  /** Drops rows whose objects no longer exist. */
  prune(isAlive: (node: T) => boolean): void {
    for (const [id, node] of this.#nodes) if (!isAlive(node)) this.#nodes.delete(id);
  }

  clear(): void {
    this.#nodes.clear();
    this.#limits.clear();
  }
}

function isSameCount(a: Node, b: Node): boolean {
  return a.kind === 'showMore' && b.kind === 'showMore' && a.hidden === b.hidden;
}
