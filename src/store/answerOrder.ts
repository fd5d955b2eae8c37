/**
 * Tells which of two answers about the same object is newer: not the one that arrived later, but the one
 * that was asked for later. Answers to readings that began before an object was written are out of date.
 */
export class AnswerOrder {
  #now = 0;
  /** When each object was last written or read alone; forgotten once no running reading began before. */
  readonly #settledAt = new Map<number, number>();
  readonly #running = new Set<number>();

  /** Marks the beginning of a reading; `end` has to follow. */
  begin(): number {
    this.#now += 1;
    this.#running.add(this.#now);
    return this.#now;
  }

  end(began: number): void {
    this.#running.delete(began);
    if (this.#running.size === 0) this.#settledAt.clear();
  }

  /** The object is now known as of this moment. */
  settle(id: number): void {
    this.#now += 1;
    if (this.#running.size > 0) this.#settledAt.set(id, this.#now);
  }

  /** Whether an answer to a reading that began then says something newer than what is known. */
  isNews(id: number, began: number): boolean {
    return (this.#settledAt.get(id) ?? 0) < began;
  }
}
