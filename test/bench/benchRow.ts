/** One figure of the benchmark. `floor` and `ratio` are set if the goal is a ratio. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor?: number;
  readonly ratio?: number;
  /** For example `≤ 1.25 × floor`. */
  readonly goal: string;
  readonly ok: boolean;
}

/** How large a measurement is; less than 1 only shows that it runs, with one round. */
export class Scale {
  readonly #share: number;

  constructor(share = 1) {
    this.#share = share;
  }

  size(full: number, least = 1): number {
    return Math.max(least, Math.round(full * this.#share));
  }

  rounds(full: number): number {
    return this.#share < 1 ? 1 : full;
  }
}

/** A figure that must be at most this many times the floor. */
export function ratioRow(
  name: string,
  unit: string,
  { value, floor, most }: { readonly value: number; readonly floor: number; readonly most: number },
): BenchRow {
  const ratio = value / floor;
  return { name, value, unit, floor, ratio, goal: `≤ ${most} × floor`, ok: ratio <= most };
}

/** The same time of our own code and of its floor, measured soon after each other. */
export interface Pair {
  readonly ours: number;
  readonly bare: number;
}

/**
 * A figure that must be at most this many times the floor, by the median of the ratios of the pairs: on a busy machine
 * both numbers of a pair grow alike, unlike those of different pairs.
 */
export function pairsRow(name: string, unit: string, pairs: readonly Pair[], most: number): BenchRow {
  const value = median(pairs.map(({ ours }) => ours));
  const ratio = median(pairs.map(({ ours, bare }) => ours / bare));
  return ratioRow(name, unit, { value, floor: value / ratio, most });
}

/** A figure with an absolute limit. */
export function limitRow(name: string, unit: string, value: number, most: number): BenchRow {
  return { name, value, unit, goal: `≤ ${most} ${unit}`.trim(), ok: value <= most };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export interface Timed {
  readonly floor: () => Promise<void> | void;
  readonly ours: () => Promise<void> | void;
  readonly rounds: number;
}

/** The medians of both in milliseconds, measured alternately after one warm-up round. */
export async function timeInTurns({ floor, ours, rounds }: Timed): Promise<{ floor: number; value: number }> {
  const times: { floor: number[]; ours: number[] } = { floor: [], ours: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [who, run] of [
      ['floor', floor],
      ['ours', ours],
    ] as const) {
      globalThis.gc?.();
      const start = performance.now();
      await run();
      if (round > 0) times[who].push(performance.now() - start);
    }
  }
  return { floor: median(times.floor), value: median(times.ours) };
}
