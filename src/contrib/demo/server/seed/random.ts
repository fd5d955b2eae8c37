/** A random number generator that returns the same sequence for a seed on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and less than 1 (the mulberry32 generator). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** Up to `count` distinct choices, in the order of `choices`. */
  sample<T>(choices: readonly T[], count: number): T[] {
    const places = new Set<number>();
    const wanted = Math.min(count, choices.length);
    while (places.size < wanted) places.add(this.between(0, choices.length - 1));
    const picked = [...places].sort((a, b) => a - b).flatMap(place => choices.slice(place, place + 1));
    // A copy has no spare capacity, which adds up over 100,000 jobs.
    return picked.slice();
  }
}

/** A separate stream for one thing (such as a job's third run), independent of how many numbers others have drawn. */
export function randomFor(seed: number, ...parts: readonly number[]): Random {
  let hash = 0x811c9dc5 ^ seed;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x01000193);
    hash ^= hash >>> 13;
  }
  return new Random(hash);
}
