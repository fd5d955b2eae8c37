/**
 * Records by ID in order of creation, with access by index, so that a page of 100,000 records is found without
 * iterating over the earlier ones.
 */
export class Table<T extends { readonly id: number }> {
  readonly #byId = new Map<number, T>();
  #ordered: T[] = [];
  #stale = false;
  #lastId = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** IDs are never reused, not even after a record was deleted. */
  nextId(): number {
    return this.#lastId + 1;
  }

  add(record: T): T {
    this.#byId.set(record.id, record);
    if (!this.#stale) this.#ordered.push(record);
    this.#lastId = Math.max(this.#lastId, record.id);
    return record;
  }

  get(id: number): T | undefined {
    return this.#byId.get(id);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  remove(id: number): boolean {
    const removed = this.#byId.delete(id);
    // Many removals in a row cost only one rebuild, at the next read.
    this.#stale ||= removed;
    return removed;
  }

  all(): readonly T[] {
    if (this.#stale) {
      this.#ordered = [...this.#byId.values()];
      this.#stale = false;
    }
    return this.#ordered;
  }
}
