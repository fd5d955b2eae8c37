import { predictSet } from '../../../recurrence/expand/predictor.ts';
import { hourMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { hasErrors, parseRecurrenceSet } from '../../../recurrence/text/recurrenceSet.ts';
import { type Random, randomFor } from './seed/random.ts';
import type { JobRecord } from './world.ts';

/**
 * How the jobs of the demo server run. `lively`: a few at any time, for seconds, and those that are planned; `still`:
 * none by themselves; `scheduled`: only as planned, for as long as real jobs take, with everything that can go wrong.
 */
export type Pace = 'lively' | 'scheduled' | 'still';

/** What starts a job next. */
export interface PlannedStart {
  readonly startMs: number;
  /** `undefined` if a device that is switched on starts it. */
  readonly plannedMs: number | undefined;
  /** It is planned, but will not happen. */
  readonly isLost: boolean;
}

export interface RunTiming {
  readonly queuedMs: number;
  readonly runningMs: number;
  readonly result: 'finished' | 'failed';
}

const secondMs = 1_000;

const lossChance = 0.03;

/** The next start after `afterMs`; times without a zone are in UTC. `undefined` if there is none. */
export function nextStart(
  job: JobRecord,
  afterMs: number,
  pace: Pace,
  seed: number,
): PlannedStart | undefined {
  const plannedMs = nextPlannedMs(job, afterMs);
  const random = randomFor(seed, job.id, Math.floor(afterMs / secondMs));
  const isPunctual = pace === 'lively';
  if (job.run_on_start && !isPunctual) {
    const switchedOnMs = afterMs + random.between(hourMs, 47 * hourMs);
    if (switchedOnMs < (plannedMs ?? Number.POSITIVE_INFINITY))
      return { startMs: switchedOnMs, plannedMs: undefined, isLost: false };
  }
  if (plannedMs === undefined) return undefined;
  const isLost = !isPunctual && random.chance(lossChance);
  return { startMs: plannedMs + (isPunctual ? 0 : latenessMs(random)), plannedMs, isLost };
}

function nextPlannedMs({ params, createdAtMs }: JobRecord, afterMs: number): number | undefined {
  const set = parseRecurrenceSet(params, 'rfc');
  if (hasErrors(set)) return undefined;
  // A rule without DTSTART counts from the day on which its job was created.
  const anchorMs = createdAtMs - (createdAtMs % (24 * hourMs));
  const window = { fromMs: afterMs + 1, limit: 1, stopsAtLimit: true, anchorMs };
  const [next] = predictSet(set, window, { dialect: 'rfc', zone: 'UTC' }).occurrences;
  return next?.instantMs;
}

/** Mostly under two seconds, sometimes up to five minutes. */
function latenessMs(random: Random): number {
  if (random.chance(0.8)) return random.between(0, 2 * secondMs);
  return random.chance(0.8) ? random.between(2 * secondMs, minuteMs) : random.between(minuteMs, 5 * minuteMs);
}

/** How long a run waits and takes, and how it ends; the same for a job's run number in every run of the program. */
export function runTiming({ id, runs }: JobRecord, pace: Pace, seed: number): RunTiming {
  const random = randomFor(seed, id, runs);
  if (pace !== 'scheduled') {
    const [queuedMs, runningMs] = [random.between(2_000, 8_000), random.between(5_000, 20_000)];
    return { queuedMs, runningMs, result: random.chance(0.15) ? 'failed' : 'finished' };
  }
  const queuedMs = random.between(secondMs, random.chance(0.9) ? 6 * secondMs : 3 * minuteMs);
  const usualMs = Math.round(usualDurationMs(id, seed) * (0.85 + 0.3 * random.next()));
  const fate = random.next();
  // A failing run ends early, a few end suspiciously early without an error, and a few hang for hours.
  if (fate < 0.08)
    return { queuedMs, runningMs: random.between(Math.ceil(usualMs / 10), usualMs), result: 'failed' };
  if (fate < 0.09) return { queuedMs, runningMs: Math.round(usualMs / 5), result: 'finished' };
  if (fate < 0.095) return { queuedMs, runningMs: 15 * usualMs + hourMs / 2, result: 'failed' };
  return { queuedMs, runningMs: usualMs, result: 'finished' };
}

/** Half of the jobs take less than four minutes, a few one to three hours. */
export function usualDurationMs(jobId: number, seed: number): number {
  const random = randomFor(seed, jobId, -1);
  const share = random.next();
  if (share < 0.15) return random.between(30 * secondMs, minuteMs);
  if (share < 0.95) return Math.round(105 * secondMs * 7 ** random.next());
  return random.between(hourMs, 3 * hourMs);
}
