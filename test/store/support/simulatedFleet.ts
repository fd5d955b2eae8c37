import type { JobStatus } from '../../../src/api/model/jobStatus.ts';
import { Outage } from '../../../src/store/reading/outage.ts';
import type { Paces } from '../../../src/store/statuses/pace.ts';
import { StatusMonitor } from '../../../src/store/statuses/statusMonitor.ts';
import { createManualClock, passTime } from '../../support/manualClock.ts';
import { settled, startMs } from './fakes.ts';

export const usualPaces: Paces = {
  activeMs: 15_000,
  inactiveMs: 60_000,
  watchedMs: 15_000,
  requestsPerMinute: 150,
};

/** The same numbers each time, so that a run is reproducible. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Many jobs on a server that responds after `latencyMs`, and a monitor on a manual clock. */
export class SimulatedFleet {
  readonly clock = createManualClock(startMs);
  readonly statuses = new Map<number, string>();
  /** When each request was sent, in milliseconds since the start. */
  readonly requestTimes: number[] = [];
  readonly monitor: StatusMonitor;
  readonly outage: Outage;
  /** If set, the server rejects requests. */
  statusError: Error | undefined;
  latencyMs = 20;
  #inFlight = 0;
  mostInFlight = 0;

  /** When schedules run jobs, in milliseconds since the start. */
  readonly runs = new Map<number, number>();

  constructor({ jobs, paces = usualPaces }: { readonly jobs: number; readonly paces?: Paces }) {
    for (let id = 1; id <= jobs; id++) this.statuses.set(id, 'finished');
    const random = seededRandom(1);
    this.outage = new Outage({ clock: this.clock, random, onFailure: () => undefined });
    this.monitor = new StatusMonitor({
      clock: this.clock,
      random,
      outage: this.outage,
      paces: () => paces,
      extraWords: () => new Map(),
      onFailure: () => undefined,
      read: id => this.#respond(id),
      nextRunMs: (id, nowMs) => {
        const runMs = this.runs.get(id) ?? Number.NaN;
        return startMs + runMs > nowMs ? startMs + runMs : undefined;
      },
    });
  }

  get nowMs(): number {
    return this.clock.now() - startMs;
  }

  look(isInView: boolean): void {
    this.monitor.setAttention({ isViewVisible: isInView, isWindowFocused: isInView });
  }

  pass(ms: number): Promise<void> {
    return passTime(this.clock, ms, settled);
  }

  requestsSince(ms: number): number {
    return this.requestTimes.filter(time => time >= ms).length;
  }

  #respond(id: number): Promise<JobStatus> {
    this.requestTimes.push(this.nowMs);
    this.#inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight);
    return new Promise((resolve, reject) => {
      this.clock.schedule(this.latencyMs, () => {
        this.#inFlight -= 1;
        if (this.statusError === undefined) resolve({ id, status: this.statuses.get(id) ?? '' });
        else reject(this.statusError);
      });
    });
  }
}

export function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** 10,000 jobs, 20 of the first 100 executing, those 100 visible for two minutes already. */
export async function busyFleet(): Promise<SimulatedFleet> {
  const fleet = new SimulatedFleet({ jobs: 10_000 });
  for (const id of range(1, 20)) fleet.statuses.set(id * 5, 'running');
  fleet.look(true);
  fleet.monitor.setInterest('visible', range(1, 100));
  await fleet.pass(2_000);
  await fleet.pass(2 * 60_000);
  return fleet;
}
