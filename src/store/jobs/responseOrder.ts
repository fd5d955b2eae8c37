/** Whether a response about this object is newer than what is known of it. */
export type IsNews = (id: number) => boolean;

/**
 * Decides which of two responses about the same object is newer: not the one that arrived later, but the one
 * that was requested later. Responses to reads that began before an object was written are outdated.
 */
export class ResponseOrder {
  #now = 0;
  /** When each object was last written or read; dropped once no pending read began before that. */
  readonly #settledAt = new Map<number, number>();
  /** When the newest complete list was requested. */
  #allSettledAt = 0;
  readonly #running = new Set<number>();

  /** Runs a read, and passes it a check of which objects its response is newer for, and when it was requested. */
  async during<T>(read: (isNews: IsNews, requestedAt: number) => Promise<T>): Promise<T> {
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

  /** These objects of a list are known as of the time of its request. */
  listed(ids: Iterable<number>, requestedAt: number): void {
    // For the list alone it makes no difference.
    if (this.#running.size > 1) for (const id of ids) this.#settleAt(id, requestedAt);
  }

  /** A complete list is known as of the time of its request. */
  settleAll(requestedAt: number): void {
    this.#allSettledAt = Math.max(requestedAt, this.#allSettledAt);
  }

  /** The object is known as of the time of its request; a write counts as of now. */
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
