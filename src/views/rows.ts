import { nodeId } from './nodes.ts';

type Node = Parameters<typeof nodeId>[0];

/** The initial limit of visible children; doubles on each request for more. */
const firstLimit = 200;

/** The visible children of a node, and the number of hidden ones. */
export interface Cut<T> {
  readonly shown: readonly T[];
  readonly hidden: number;
}

/** Keeps one object per row, because VS Code identifies rows by object, and limits long lists of children. */
export class Rows<T extends Node> {
  readonly #nodes = new Map<string, T>();
  readonly #limits = new Map<string, number>();

  /** The existing object for this row; stores this one if there is none. */
  keep(node: T): T {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    // A row with the number of hidden rows is replaced when that number changes.
    if (known !== undefined && (node.kind !== 'showMore' || isSameCount(known, node))) return known;
    this.#nodes.set(id, node);
    return node;
  }

  get(id: string): T | undefined {
    return this.#nodes.get(id);
  }

  /** The first 200 of many children; the limit doubles on each request for more. */
  cut<C>(parentId: string, children: readonly C[]): Cut<C> {
    const limit = this.#limits.get(parentId) ?? firstLimit;
    return { shown: children.slice(0, limit), hidden: Math.max(0, children.length - limit) };
  }

  /** The children without duplicates (a device may be listed twice), limited by `cut`, plus a row to show more. */
  limit(parentId: string, children: readonly T[], more: (parentId: string, hidden: number) => T): T[] {
    const { shown, hidden } = this.cut(parentId, [...new Set(children)]);
    return hidden === 0 ? [...shown] : [...shown, more(parentId, hidden)];
  }

  raiseLimit(parentId: string): void {
    this.#limits.set(parentId, 2 * (this.#limits.get(parentId) ?? firstLimit));
  }

  /** Raises the limit until this many children are visible. */
  showAtLeast(parentId: string, count: number): void {
    while ((this.#limits.get(parentId) ?? firstLimit) < count) this.raiseLimit(parentId);
  }

  /** Resets the limits, for example after sorting. */
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
