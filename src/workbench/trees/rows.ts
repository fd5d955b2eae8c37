import { nodeId } from './nodes.ts';

type Node = Parameters<typeof nodeId>[0];
type ShowMore = Extract<Node, { readonly kind: 'showMore' }>;

/** The initial limit of visible children; doubles on each request for more. */
const firstLimit = 200;

/** Keeps one object per row, because VS Code identifies rows by object, and limits long lists of children. */
export class Rows<T extends Node> {
  readonly #nodes = new Map<string, T | ShowMore>();
  readonly #limits = new Map<string, number>();
  readonly #hidden = new Map<string, number>();

  /** The existing object for this row; stores this one if there is none. */
  keep(node: T | ShowMore): T | ShowMore {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    this.#nodes.set(id, node);
    return node;
  }

  get(id: string): T | ShowMore | undefined {
    return this.#nodes.get(id);
  }

  /** The rows of the first 200 of many children, and one to show more; the limit doubles on each request. */
  list<C>(
    parent: { readonly serverId: string; readonly id: string },
    children: readonly C[],
    rowOf: (child: C) => T,
  ): (T | ShowMore)[] {
    const { serverId, id: of } = parent;
    const limit = this.#limits.get(of) ?? firstLimit;
    const rows = children.slice(0, limit).map(child => this.keep(rowOf(child)));
    const hidden = children.length - rows.length;
    this.#hidden.set(of, hidden);
    return hidden === 0 ? rows : [...rows, this.keep({ kind: 'showMore', serverId, of })];
  }

  /** The number of children that are not shown. */
  hiddenOf(parentId: string): number {
    return this.#hidden.get(parentId) ?? 0;
  }

  raiseLimit(parentId: string): void {
    this.#limits.set(parentId, 2 * (this.#limits.get(parentId) ?? firstLimit));
  }

  /** Resets the limits, for example after sorting. */
  resetLimits(): void {
    this.#limits.clear();
  }

  /** Drops rows whose objects no longer exist. */
  prune(isAlive: (node: T | ShowMore) => boolean): void {
    for (const [id, node] of this.#nodes) if (!isAlive(node)) this.#nodes.delete(id);
  }
}
