import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HistoryLimits } from '../../../../src/contrib/history/common/historyFiles.ts';
import type { ObserverOptions } from '../../../../src/contrib/observe/cli/observer.ts';
import { job, page } from '../../../store/support/fakes.ts';
import { createManualClock, passTime } from '../../../support/manualClock.ts';
import { weekStartMs } from './observedFleet.ts';
import { createObserver, fail, openStore } from './observerSetup.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const runMs = 4 * minuteMs;
const pageSize = 1_000;
/** IDs of jobs that exist for a day start here. */
const firstPassing = 1_000_000;

interface Setup {
  readonly folder: string;
  readonly jobs: number;
  readonly requestsPerMinute: number;
  readonly keeps: { readonly runs: number; readonly days: number };
  readonly limits: HistoryLimits;
}

/** A service that observes hourly jobs, and one more job each day, which is deleted on the next. */
export async function observeManyDays({ folder, jobs, requestsPerMinute, keeps, limits }: Setup) {
  const clock = createManualClock(weekStartMs);
  const steady = Array.from({ length: jobs }, (_, index) => hourly(index + 1));
  const passingId = () => firstPassing + Math.floor((clock.now() - weekStartMs) / dayMs);
  const respond = () => new Promise<void>(resolve => clock.schedule(40, resolve));
  const api: ObserverOptions['jobs'] = {
    async *list() {
      const all = [...steady, hourly(passingId())];
      for (let at = 0; at < all.length; at += pageSize) {
        await respond();
        const next = at + pageSize < all.length ? `?page=${at + pageSize}` : undefined;
        yield page(all.slice(at, at + pageSize), { total: all.length, ...(next && { next }) });
      }
    },
    status: async id => {
      await respond();
      const intoMs = clock.now() - weekStartMs - (id % 60) * minuteMs;
      const isFailed = (Math.floor(intoMs / hourMs) + id) % 17 === 0;
      const isRunning = ((intoMs % hourMs) + hourMs) % hourMs < runMs;
      return { id, status: isRunning ? 'running' : isFailed ? 'failed' : 'succeeded' };
    },
  };
  const { history, files } = await openStore({ clock, folder }, { limits, keeps });
  let judged = 0;
  const observer = createObserver(
    { clock, api, history },
    {
      requestsPerMinute,
      onNews: (_, { kind }) => {
        if (kind === 'judged') judged++;
      },
      onOutage: fail,
      onListFailure: fail,
    },
  );
  observer.start();
  const pass = (ms: number) => passTime(clock, ms, () => new Promise(resolve => setImmediate(resolve)));
  return {
    history,
    get judged() {
      return judged;
    },
    async passDay() {
      for (let hour = 0; hour < 24; hour++) {
        await pass(hourMs);
        await files.flush();
      }
      await files.tidy();
    },
    storedBytes: () => bytesOf(folder),
    async stop() {
      await Promise.all([observer.stop(), pass(100)]);
      await files.close();
    },
  };
}

function hourly(id: number) {
  const minute = String(id % 60).padStart(2, '0');
  return job(id, { params: `DTSTART:20260101T00${minute}00Z\nRRULE:FREQ=HOURLY` });
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, entry));
    if (found.isFile()) bytes += found.size;
  }
  return bytes;
}
