/** Whether a response about this object is newer than what is known about it. */
export type IsNewer = (id: number) => boolean;

/**
 * Decides which of two responses about an object is newer: the one that was requested later, not the one that arrived
 * later. Responses to reads that started before the object was written are outdated.
 */
export class ResponseOrder {
  #now = 0;
  /** When each object was last written or read. Cleared when no read is pending. */
  readonly #settledAt = new Map<number, number>();
  /** When the newest complete list was requested. */
  #allSettledAt = 0;
  readonly #running = new Set<number>();

  /** Runs a read. Passes it the request time, and a function that tells for which objects its response is newer. */
  async during<T>(read: (isNewer: IsNewer, requestedAt: number) => Promise<T>): Promise<T> {
    this.#now += 1;
    const began = this.#now;
    this.#running.add(began);
    try {
      return await read(id => this.#lastSettled(id) <= began, began);
    } finally {
      this.#running.delete(began);
      if (this.#running.size === 0) this.#settledAt.clear();
    }
  }

  /** Records that these objects of a list are known as of the time of its request. */
  listed(ids: Iterable<number>, requestedAt: number): void {
    // Only matters if other reads are pending.
    if (this.#running.size > 1) for (const id of ids) this.#settleAt(id, requestedAt);
  }

  /** Records that a complete list is known as of the time of its request. */
  settleAll(requestedAt: number): void {
    this.#allSettledAt = Math.max(requestedAt, this.#allSettledAt);
  }

  /** Records that the object is known as of the time of its request, or as of now for a write. */
  settle(id: number, requestedAt?: number): void {
    this.#now += 1;
    this.#settleAt(id, requestedAt ?? this.#now);
  }

  #settleAt(id: number, at: number): void {
    this.#settledAt.set(id, Math.max(at, this.#settledAt.get(id) ?? 0));
  }

  #lastSettled(id: number): number {
    return Math.max(this.#allSettledAt, this.#settledAt.get(id) ?? 0);
  }
}
