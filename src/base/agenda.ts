interface Entry {
  readonly id: number;
  readonly dueMs: number;
}

/**
 * When each object is due. A heap, so that 100,000 objects cost no more than the few that are due soon; an entry that
 * was replaced stays in it until its time.
 */
export class Agenda {
  #heap: Entry[] = [];
  readonly #entries = new Map<number, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  set(id: number, dueMs: number): void {
    if (this.#entries.get(id)?.dueMs === dueMs) return;
    const entry = { id, dueMs };
    this.#entries.set(id, entry);
    // Entries of times that are far away would pile up. A sorted list is a heap.
    if (this.#heap.length > 4 * this.#entries.size + 64) {
      this.#heap = [...this.#entries.values()].sort((a, b) => a.dueMs - b.dueMs);
      return;
    }
    let place = this.#heap.length;
    for (let parent = (place - 1) >> 1; place > 0; parent = (place - 1) >> 1) {
      const above = this.#heap[parent];
      if (above === undefined || above.dueMs <= dueMs) break;
      this.#heap[place] = above;
      place = parent;
    }
    this.#heap[place] = entry;
  }

  delete(id: number): void {
    this.#entries.delete(id);
  }

  clear(): void {
    this.#entries.clear();
    this.#heap = [];
  }

  /** When the first object is due. */
  get nextMs(): number | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#entries.get(first.id) === first) return first.dueMs;
      this.#removeFirst();
    }
    return undefined;
  }

  /** Removes and returns the object that has been due longest. */
  take(nowMs: number): number | undefined {
    if ((this.nextMs ?? Number.POSITIVE_INFINITY) > nowMs) return undefined;
    const id = this.#heap[0]?.id;
    this.#removeFirst();
    if (id !== undefined) this.#entries.delete(id);
    return id;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    const { length } = this.#heap;
    if (last === undefined || length === 0) return;
    let place = 0;
    for (let child = 1; child < length; child = 2 * place + 1) {
      const right = this.#heap[child + 1];
      let lower = this.#heap[child];
      if (right !== undefined && lower !== undefined && right.dueMs < lower.dueMs) {
        lower = right;
        child++;
      }
      if (lower === undefined || lower.dueMs >= last.dueMs) break;
      this.#heap[place] = lower;
      place = child;
    }
    this.#heap[place] = last;
  }
}
