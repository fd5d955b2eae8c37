import process from 'node:process';
import { scheduleStates } from '../../src/recurrence/expand/nextRuns.ts';
import { Slices } from '../../src/util/slices.ts';

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const two = (value: number) => String(value).padStart(2, '0');

/** Different schedules of the usual kinds. */
function scheduleText(index: number): string {
  const minute = Math.floor(index / 24);
  const time = `${two(index % 24)}${two(minute % 60)}${two(Math.floor(minute / 60) % 60)}`;
  const start = `DTSTART:2026${two(1 + (index % 10))}${two(1 + (index % 28))}T${time}Z`;
  const [first, second] = [days[index % 7], days[(index + 3) % 7]];
  const rules = [
    `RRULE:FREQ=DAILY;INTERVAL=${1 + (index % 4)}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${first},${second}`,
    `RRULE:FREQ=MONTHLY;BYMONTHDAY=${1 + (index % 28)}`,
    `RRULE:FREQ=MONTHLY;BYDAY=${1 + (index % 4)}${first}`,
    `RRULE:FREQ=HOURLY;INTERVAL=${1 + (index % 6)}`,
    `RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\nEXDATE:20261225T${time}Z`,
  ];
  return `${start}\n${rules[index % rules.length]}`;
}

/** Prints the time that computing the next runs of this many jobs took, and the longest slice. */
async function main([jobs, schedules, nowMs]: readonly number[]): Promise<void> {
  const texts = Array.from({ length: jobs ?? 0 }, (_, job) => scheduleText(job % (schedules ?? 1)));
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
