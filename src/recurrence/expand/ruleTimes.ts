import { dayMs, hourMs, minuteMs, modulo, secondMs } from '../text/calendarDay.ts';
import { timeOfDay } from '../text/dateTimeValue.ts';
import type { Frequency, RecurrenceRule } from '../text/recurrenceRule.ts';

/** The length of one step with INTERVAL=1, except for frequencies whose steps vary in length. */
export const unitsMs: Readonly<Partial<Record<Frequency, number>>> = {
  SECONDLY: secondMs,
  MINUTELY: minuteMs,
  HOURLY: hourMs,
  DAILY: dayMs,
};

/**
 * The moments that the rule matches within one base unit of its frequency (a day, hour, minute or second), as
 * ascending offsets. Parts that the rule leaves open come from DTSTART.
 */
export function timeSlots(rule: RecurrenceRule, startWallMs: number): readonly number[] {
  const start = timeOfDay(startWallMs);
  const step = unitsMs[rule.freq] ?? Number.POSITIVE_INFINITY;
  const hours = step <= hourMs ? [0] : orElse(rule.byHour, start.hour);
  const minutes = step <= minuteMs ? [0] : orElse(rule.byMinute, start.minute);
  const seconds = step <= secondMs ? [0] : orElse(rule.bySecond, start.second);
  return hours.flatMap(hour =>
    minutes.flatMap(minute => seconds.map(second => hour * hourMs + minute * minuteMs + second * secondMs)),
  );
}

/** The maximum number of slots; BYHOUR, BYMINUTE and BYSECOND multiply. */
export function slotCount(rule: RecurrenceRule): number {
  return [rule.byHour, rule.byMinute, rule.bySecond].reduce(
    (count, list) => count * Math.max(1, list.length),
    1,
  );
}

function orElse(values: readonly number[], fallback: number): readonly number[] {
  return values.length > 0 ? values : [fallback];
}

/** A part that limits the moments of a day at which a stepping frequency may run. */
interface TimeLimit {
  readonly unitMs: number;
  readonly values: readonly number[];
  /** How many of the unit make up the next larger one. */
  readonly cycle: number;
}

const noLimits: readonly TimeLimit[] = [];

/** BYHOUR, BYMINUTE and BYSECOND if they act as limits (at or above the frequency), largest unit first. */
export function timeLimits(rule: RecurrenceRule): readonly TimeLimit[] {
  if (rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0) return noLimits;
  const own = unitsMs[rule.freq] ?? Number.POSITIVE_INFINITY;
  return [
    { unitMs: hourMs, values: rule.byHour, cycle: 24 },
    { unitMs: minuteMs, values: rule.byMinute, cycle: 60 },
    { unitMs: secondMs, values: rule.bySecond, cycle: 60 },
  ].filter(limit => limit.unitMs >= own && limit.values.length > 0);
}

/** `wallMs` if it satisfies the limits, otherwise the next moment at which its largest wrong unit may be right. */
export function nextWithinLimits(wallMs: number, limits: readonly TimeLimit[]): number {
  for (const limit of limits) {
    const unit = Math.floor(wallMs / limit.unitMs);
    const value = modulo(unit, limit.cycle);
    if (!limit.values.includes(value)) {
      const next = limit.values.find(candidate => candidate > value) ?? limit.cycle;
      return (unit + next - value) * limit.unitMs;
    }
  }
  return wallMs;
}
