import {
  calendarDate,
  dayMs,
  dayNumber,
  daysInMonth,
  greatestCommonDivisor,
  gregorianCycleDays,
  modulo,
  weekdayOf,
} from '../text/calendarDay.ts';
import { dayOfWall } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { dayFacts, matchesDay, matchesMonth, type RuleDays } from './ruleDays.ts';
import { nextWithinLimits, timeLimits, unitsMs } from './ruleTimes.ts';
import type { WorkBudget } from './workBudget.ts';

const firstDayBeyond = dayNumber(10_000, 1, 1);
const lastWallMs = firstDayBeyond * dayMs - 1;

const gregorianCycleMonths = 400 * 12;

/** A longer INTERVAL would exceed the calendar anyway, and large numbers lose precision. */
const longestStepYears = 10_000;

/** One period of a rule: a year, month, week, or one step of a shorter frequency. */
export interface RulePeriod {
  readonly index: number;
  /** The matching days (or hours, minutes, seconds) of the period, as wall times, ascending. */
  readonly bases: readonly number[];
}

/** The periods of a rule in order, numbered from the one that contains DTSTART. */
export interface RulePeriods {
  /** The index of the period that contains `wallMs`, or an earlier one. */
  indexAt(wallMs: number): number;
  /** Period `index`, or the first later one that may contain occurrences; `undefined` after year 9999. */
  periodFrom(index: number, work: WorkBudget): RulePeriod | undefined;
  /** After this many empty periods in a row, all later ones are empty, too. */
  readonly cycleLength: number;
}

export function rulePeriods(rule: RecurrenceRule, days: RuleDays, startWallMs: number): RulePeriods {
  const unit = unitsMs[rule.freq];
  if (unit !== undefined) {
    const stepMs = Math.min(unit * rule.interval, 366 * longestStepYears * dayMs);
    return stepPeriods(rule, days, Math.floor(startWallMs / unit) * unit, stepMs);
  }
  const startDay = dayOfWall(startWallMs);
  return rule.freq === 'WEEKLY' ? weeks(rule, days, startDay) : months(rule, days, startDay);
}

function months(rule: RecurrenceRule, days: RuleDays, startDay: number): RulePeriods {
  const length = rule.freq === 'YEARLY' ? 12 : 1;
  const step = Math.min(rule.interval * length, 12 * longestStepYears);
  const monthOf = (dayOfEpoch: number): number => {
    const { year, month } = calendarDate(dayOfEpoch);
    return length === 12 ? year * 12 : year * 12 + month - 1;
  };
  const first = monthOf(startDay);
  return {
    cycleLength: gregorianCycleMonths / greatestCommonDivisor(step, gregorianCycleMonths),
    indexAt: wallMs => Math.max(0, Math.floor((monthOf(dayOfWall(wallMs)) - first) / step)),
    periodFrom(index, work) {
      const from = first + index * step;
      if (from >= 10_000 * 12) return undefined;
      const bases: number[] = [];
      for (let month = from; month < from + length; month += 1) {
        work.spend();
        bases.push(...daysOfMonth(Math.floor(month / 12), (month % 12) + 1, days, work));
      }
      return { index, bases };
    },
  };
}

/** The matching days of a month, as wall times. */
function daysOfMonth(year: number, month: number, days: RuleDays, work: WorkBudget): readonly number[] {
  const bases: number[] = [];
  if (!matchesMonth(days, month)) return bases;
  const length = daysInMonth(year, month);
  work.spend(length);
  // One object reused for all days: ten thousand schedules have thirty days each.
  const facts = { dayOfEpoch: dayNumber(year, month, 1), year, month, day: 1 };
  for (; facts.day <= length; facts.day += 1, facts.dayOfEpoch += 1) {
    if (matchesDay(days, facts)) bases.push(facts.dayOfEpoch * dayMs);
  }
  return bases;
}

function weeks(rule: RecurrenceRule, days: RuleDays, startDay: number): RulePeriods {
  const first = startDay - modulo(weekdayOf(startDay) - rule.weekStart, 7);
  const step = Math.min(rule.interval, 53 * longestStepYears) * 7;
  return {
    cycleLength: gregorianCycleDays / greatestCommonDivisor(step, gregorianCycleDays),
    indexAt: wallMs => Math.max(0, Math.floor((dayOfWall(wallMs) - first) / step)),
    periodFrom(index, work) {
      const from = first + index * step;
      if (from >= firstDayBeyond) return undefined;
      work.spend(7);
      const bases: number[] = [];
      for (let day = from; day < from + 7; day += 1) {
        if (matchesDay(days, dayFacts(day))) bases.push(day * dayMs);
      }
      return { index, bases };
    },
  };
}

/** DAILY and shorter: all periods have the same length, and most can be skipped. */
function stepPeriods(rule: RecurrenceRule, days: RuleDays, firstWallMs: number, stepMs: number): RulePeriods {
  const limits = timeLimits(rule);
  const cycleMs = gregorianCycleDays * dayMs;
  let reachable: boolean | undefined;
  return {
    cycleLength: cycleMs / greatestCommonDivisor(stepMs, cycleMs),
    indexAt: wallMs => Math.max(0, Math.floor((wallMs - firstWallMs) / stepMs)),
    periodFrom(wanted, work) {
      reachable ??=
        reachesLimits(limits, firstWallMs, stepMs, work) && reachesWeekday(days, firstWallMs, stepMs);
      if (!reachable) return undefined;
      let index = wanted;
      while (firstWallMs + index * stepMs <= lastWallMs) {
        work.spend();
        const wallMs = firstWallMs + index * stepMs;
        const next = nextWithinLimits(nextMatchingDay(days, wallMs, work), limits);
        if (next === wallMs) return { index, bases: [wallMs] };
        index = Math.ceil((next - firstWallMs) / stepMs);
      }
      return undefined;
    },
  };
}

/** `wallMs` itself if its day matches, otherwise the start of the next matching day. */
function nextMatchingDay(days: RuleDays, wallMs: number, work: WorkBudget): number {
  if (days.everyDay) return wallMs;
  const startDay = dayOfWall(wallMs);
  let day = startDay;
  while (day < firstDayBeyond && day - startDay <= gregorianCycleDays) {
    work.spend();
    const facts = dayFacts(day);
    if (matchesDay(days, facts)) return day === startDay ? wallMs : day * dayMs;
    day += matchesMonth(days, facts.month) ? 1 : daysInMonth(facts.year, facts.month) - facts.day + 1;
  }
  // No day of a whole calendar cycle matches, so none ever will.
  return lastWallMs + 1;
}

/**
 * False when the steps never reach a permitted time of day, as in `HOURLY;INTERVAL=24;BYHOUR=10` from nine o'clock:
 * the search would run to the end of the calendar in vain.
 */
function reachesLimits(
  limits: ReturnType<typeof timeLimits>,
  firstWallMs: number,
  stepMs: number,
  work: WorkBudget,
): boolean {
  if (limits.length === 0) return true;
  const stride = greatestCommonDivisor(stepMs, dayMs);
  for (let time = modulo(firstWallMs, stride); time < dayMs; time += stride) {
    work.spend(0.1);
    if (nextWithinLimits(time, limits) === time) return true;
  }
  return false;
}

/** False when the steps never reach the rule's weekdays, as in `DAILY;INTERVAL=7;BYDAY=SU` from a Saturday. */
function reachesWeekday({ weekdays }: RuleDays, firstWallMs: number, stepMs: number): boolean {
  const stride = greatestCommonDivisor(stepMs, 7 * dayMs);
  if (weekdays.length === 0 || stride < dayMs) return true;
  for (let passedMs = 0; passedMs < 7 * dayMs; passedMs += stride) {
    if (weekdays.includes(weekdayOf(dayOfWall(firstWallMs + passedMs)))) return true;
  }
  return false;
}
