/** The time in a round, which advances only in steps, so that a round is reproducible. */
const started = Date.now();
let steady = 0;
let skew = 0;

const RealDate = Date;

class VirtualDate extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    super(parts.length === 0 ? VirtualDate.now() : parts[0]);
  }
  static override now(): number {
    return started + steady + skew;
  }
}

export const virtualTime = {
  /** Call this once, before any part of the extension is loaded. */
  install(): void {
    Object.defineProperty(globalThis, 'Date', { value: VirtualDate, configurable: true, writable: true });
    const origin = performance.now();
    Object.defineProperty(performance, 'now', { value: () => origin + steady, configurable: true });
  },
  /** Milliseconds that have passed, independent of the wall clock. */
  get steadyMs(): number {
    return steady;
  },
  pass(ms: number): void {
    steady += ms;
  },
  /** Corrects the wall clock. */
  setRight(): void {
    skew = 0;
  },
  /** Sets the wall clock back. */
  setBack(ms: number): void {
    skew -= ms;
  },
};
