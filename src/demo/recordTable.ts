/**
 * Records by ID in order of creation. Their list is cached, so that a page of 100,000 records is found without
 * iterating over the earlier ones.
 */
export class Table<T extends { readonly id: number }> {
  readonly #byId = new Map<number, T>();
  #all: readonly T[] | undefined;
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
    this.#all = undefined;
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
    this.#all = undefined;
    return this.#byId.delete(id);
  }

  all(): readonly T[] {
    this.#all ??= [...this.#byId.values()];
    return this.#all;
  }
}
