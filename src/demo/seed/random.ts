/** Random numbers that come out the same for the same seed, on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1 (the generator known as mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** Up to `count` different ones, in the order of `choices`. */
  sample<T>(choices: readonly T[], count: number): T[] {
    const places = new Set<number>();
    const wanted = Math.min(count, choices.length);
    while (places.size < wanted) places.add(this.between(0, choices.length - 1));
    const picked = [...places].sort((a, b) => a - b).flatMap(place => choices.slice(place, place + 1));
    // A copy is exactly as long as needed; what grew has room for more, which adds up over 100,000 jobs.
    return picked.slice();
  }
}

/**
 * A stream of its own for one thing (a job's third run), so that it does not depend on how many numbers
 * were drawn for others before.
 */
export function randomFor(seed: number, ...parts: readonly number[]): Random {
  let hash = 0x811c9dc5 ^ seed;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x01000193);
    hash ^= hash >>> 13;
  }
  return new Random(hash);
}
