/** The computer's time in a round: it stands still unless a step moves it, so that a round can be repeated. */
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
  /** Call this once, before anything of the extension is loaded. */
  install(): void {
    Object.defineProperty(globalThis, 'Date', { value: VirtualDate, configurable: true, writable: true });
    const origin = performance.now();
    Object.defineProperty(performance, 'now', { value: () => origin + steady, configurable: true });
  },
  /** Milliseconds that have passed, whatever the clock on the wall shows. */
  get steadyMs(): number {
    return steady;
  },
  pass(ms: number): void {
    steady += ms;
  },
  /** The clock on the wall is right again. */
  setRight(): void {
    skew = 0;
  },
  /** Somebody sets the clock on the wall. */
  setBack(ms: number): void {
    skew -= ms;
  },
};
