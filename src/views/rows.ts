import { nodeId } from './nodes.ts';

type Node = Parameters<typeof nodeId>[0];

const limitStep = 200;

/** Keeps one object per row, because VS Code knows rows by identity; and cuts long lists of children. */
export class Rows<T extends Node> {
  readonly #nodes = new Map<string, T>();
  readonly #limits = new Map<string, number>();

  /** The object for this row that was handed out before, else this one from now on. */
  keep(node: T): T {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    if (known !== undefined) return known;
    this.#nodes.set(id, node);
    return node;
  }

  get(id: string): T | undefined {
    return this.#nodes.get(id);
  }

  /** Each child once (a device may be listed twice), at most 200 of them, and a row to show more. */
  limit(parentId: string, children: readonly T[], more: (parentId: string, hidden: number) => T): T[] {
    const distinct = [...new Set(children)];
    const limit = this.#limits.get(parentId) ?? limitStep;
    if (distinct.length <= limit) return distinct;
    return [...distinct.slice(0, limit), more(parentId, distinct.length - limit)];
  }

  raiseLimit(parentId: string): void {
    this.#limits.set(parentId, (this.#limits.get(parentId) ?? limitStep) + limitStep);
  }

  clear(): void {
    this.#nodes.clear();
    this.#limits.clear();
  }
}
