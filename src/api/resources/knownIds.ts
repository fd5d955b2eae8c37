import type { Age } from './readBack.ts';

export interface SeenPage {
  readonly path: string;
  readonly isFirst: boolean;
  readonly ids: readonly number[];
  readonly next: string | undefined;
}

/**
 * What a client knows of the ids on a server, to tell what a lost create made from what was there before.
 * Servers number upwards: an id above the highest one of a complete list, or of an answered create, is newer
 * than that. An id that was merely never seen may have stood on a page that was never read.
 */
export class KnownIds {
  readonly #seen = new Set<number>();
  /** Everything above is newer than the moment this was learnt. */
  #highest: number | undefined;
  /** The list being read page by page: where it goes on, and the highest id on it so far. */
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
    const goesOn = this.#chain !== undefined && this.#chain.next === path;
    if (!isFirst && !goesOn) return;
    const before = isFirst ? 0 : (this.#chain?.highest ?? 0);
    const highest = ids.reduce((high, id) => Math.max(high, id), before);
    this.#chain = next === undefined ? undefined : { next, highest };
    if (next === undefined) this.#raise(highest);
  }

  /** Tells the age of an id as seen from this moment on. */
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
