import process from 'node:process';
import { Slices } from '../../src/base/slices.ts';
import { scheduleStates } from '../../src/recurrence/expand/nextRuns.ts';
import { usualSchedule } from './usualSchedules.ts';

/** Prints the time that computing the next runs of this many jobs took, and the longest slice. */
async function main([jobs, schedules, nowMs]: readonly number[]): Promise<void> {
  const texts = Array.from({ length: jobs ?? 0 }, (_, job) => usualSchedule(job % (schedules ?? 1)));
  const stateOf = scheduleStates({ dialect: 'django', zone: 'Europe/Berlin' });
  const clock = () => performance.now();
  const startMs = clock();
  let sliceFromMs = startMs;
  let longestSliceMs = 0;
  const slices = new Slices({
    sliceMs: 6,
    steadyMs: clock,
    yieldToHost: async () => {
      longestSliceMs = Math.max(longestSliceMs, clock() - sliceFromMs);
      await new Promise(resolve => setImmediate(resolve));
      sliceFromMs = clock();
    },
  });
  for (const text of texts) {
    stateOf(text, nowMs ?? 0);
    if (slices.isOver) await slices.rest();
  }
  process.stdout.write(JSON.stringify({ ms: clock() - startMs, longestSliceMs }));
}

void main(process.argv.slice(2).map(Number));
