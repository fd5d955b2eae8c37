/** Whether an answer about this object says something newer than what is known of it. */
export type IsNews = (id: number) => boolean;

/**
 * Tells which of two answers about the same object is newer: not the one that arrived later, but the one
 * that was asked for later. Answers to readings that began before an object was written are out of date.
 */
export class AnswerOrder {
  #now = 0;
  /** As of when each object was last written or read alone; forgotten once no running reading began before. */
  readonly #settledAt = new Map<number, number>();
  readonly #running = new Set<number>();

  /** Runs a reading, which gets which objects its responses say something newer of, and when it was requested. */
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

  /** The object is known as of the moment at which it was requested; that of a write is the present one. */
  settle(id: number, requestedAt?: number): void {
    this.#now += 1;
    if (this.#running.size === 0) return;
    this.#settledAt.set(id, Math.max(requestedAt ?? this.#now, this.#settledAt.get(id) ?? 0));
  }
}
