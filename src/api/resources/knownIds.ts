import type { Age } from './readBack.ts';

export interface SeenPage {
  readonly path: string;
  readonly isFirst: boolean;
  readonly ids: readonly number[];
  readonly next: string | undefined;
}

/**
 * The IDs that a client has seen on a server, used to tell the result of a lost create from older objects. Servers
 * assign ascending IDs, so an ID above the highest one of a complete list, or of a successful create, is newer. An ID
 * that was merely never seen may be on an unread page.
 */
export class KnownIds {
  readonly #seen = new Set<number>();
  /** Every higher ID is newer than the moment this was recorded. */
  #highest: number | undefined;
  /** The list being read page by page: its next link and the highest ID so far. */
  #chain: { readonly next: string; readonly highest: number } | undefined;

  saw(id: number): void {
    this.#seen.add(id);
  }

  sawCreated(id: number): void {
    this.#seen.add(id);
    this.#raise(id);
  }

  sawPage({ path, isFirst, ids, next }: SeenPage): void {
    for (const id of ids) this.#seen.add(id);
    const chain = isFirst ? { next: path, highest: 0 } : this.#chain;
    if (chain?.next !== path) return;
    const highest = ids.reduce((high, id) => Math.max(high, id), chain.highest);
    this.#chain = next === undefined ? undefined : { next, highest };
    if (next === undefined) this.#raise(highest);
  }

  /** Classifies IDs relative to this moment. */
  ages(): (id: number) => Age {
    const seen = new Set(this.#seen);
    const highest = this.#highest;
    return id => {
      if (seen.has(id)) return 'old';
      return highest !== undefined && id > highest ? 'new' : 'maybeNew';
    };
  }

  #raise(id: number): void {
    this.#highest = Math.max(this.#highest ?? 0, id);
  }
}
