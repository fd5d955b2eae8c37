/** Whether a response about this object is newer than what is known of it. */
export type IsNews = (id: number) => boolean;

/**
 * Decides which of two responses about the same object is newer: not the one that arrived later, but the one
 * that was requested later. Responses to reads that began before an object was written are outdated.
 */
export class ResponseOrder {
  #now = 0;
  /** When each object was last written or read alone; dropped once no pending read began before that. */
  readonly #settledAt = new Map<number, number>();
  readonly #running = new Set<number>();

  /** Runs a read, and passes it a check of which objects its response is newer for, and when it was requested. */
  async during<T>(read: (isNews: IsNews, requestedAt: number) => Promise<T>): Promise<T> {
    this.#now += 1;
    const began = this.#now;
    this.#running.add(began);
    try {
      return await read(id => (this.#settledAt.get(id) ?? 0) < began, began);
    } finally {
      this.#running.delete(began);
      if (this.#running.size === 0) this.#settledAt.clear();
    }
  }

  /** The object is known as of the time of its request; a write counts as of now. */
  settle(id: number, requestedAt?: number): void {
    this.#now += 1;
    if (this.#running.size === 0) return;
    this.#settledAt.set(id, Math.max(requestedAt ?? this.#now, this.#settledAt.get(id) ?? 0));
  }
}
