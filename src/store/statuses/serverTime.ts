import type { Clock } from '../../base/clock.ts';

/** A response, on the steady clock of this computer. */
export interface ResponseTime {
  readonly sentMs: number;
  readonly receivedMs: number;
  /** Its `Date` header, which has no fractions of a second. */
  readonly dateMs: number | undefined;
}

/** The server's clock minus ours is between these. */
interface Offset {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Recent responses; older ones say little, because clocks drift. */
const mostOffsets = 30;
/** A difference like this is no drift. */
const jumpMs = 5_000;

/**
 * The time of the server's clock. Each `Date` header limits how far that clock and ours are apart, and a few of them
 * together limit it to much less than a second. A sleeping computer, or a clock that somebody has set, is a jump.
 */
export class ServerTime {
  readonly #clock: Clock;
  #offsets: Offset[] = [];
  #known: Offset | undefined;
  #jumps = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How often the clocks have jumped; looks before and after a jump have nothing to do with each other. */
  get jumps(): number {
    return this.#jumps;
  }

  responded({ sentMs, receivedMs, dateMs }: ResponseTime): void {
    if (dateMs !== undefined) this.#add({ leastMs: dateMs - receivedMs, mostMs: dateMs + 1_000 - sentMs });
  }

  /** When the server made a response, by its own clock. */
  boundsOf({ sentMs, receivedMs }: Pick<ResponseTime, 'sentMs' | 'receivedMs'>) {
    const { leastMs, mostMs } = this.#offset();
    return { earliestMs: Math.floor(sentMs + leastMs), latestMs: Math.ceil(receivedMs + mostMs) };
  }

  get nowMs(): number {
    const { leastMs, mostMs } = this.#offset();
    return Math.round(this.#clock.steadyMs() + (leastMs + mostMs) / 2);
  }

  #add(offset: Offset): void {
    const [before] = this.#offsets.slice(-1);
    if (before !== undefined && distance(before, offset) > jumpMs) {
      this.#offsets = [];
      this.#jumps += 1;
    }
    this.#offsets = [...this.#offsets.slice(1 - mostOffsets), offset];
    this.#known = common(this.#offsets);
  }

  /** Without `Date` headers, our own clock is as good as any. */
  #offset(): Offset {
    if (this.#offsets.length > 0 && this.#known !== undefined) return this.#known;
    const offsetMs = this.#clock.now() - this.#clock.steadyMs();
    const own = { leastMs: offsetMs, mostMs: offsetMs };
    if (this.#known !== undefined && distance(this.#known, own) > jumpMs) this.#jumps += 1;
    this.#known = own;
    return own;
  }
}

/** What the newest offsets have in common; clocks that drift make older ones contradict them. */
function common(offsets: readonly Offset[]): Offset | undefined {
  let found: Offset | undefined;
  for (const { leastMs, mostMs } of offsets.toReversed()) {
    const next = {
      leastMs: Math.max(found?.leastMs ?? leastMs, leastMs),
      mostMs: Math.min(found?.mostMs ?? mostMs, mostMs),
    };
    if (next.leastMs > next.mostMs) break;
    found = next;
  }
  return found;
}

function distance(a: Offset, b: Offset): number {
  return Math.max(0, a.leastMs - b.mostMs, b.leastMs - a.mostMs);
}
