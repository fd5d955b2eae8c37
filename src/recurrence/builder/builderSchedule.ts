import { ascending } from '../../base/collections.ts';
import { calendarDate, dayMs, weekdayOf } from '../text/calendarDay.ts';
import {
  dayOfWall,
  type LocalDate,
  type LocalDateTime,
  type LocalTime,
  localDate,
  wallOf,
} from '../text/dateTimeValue.ts';

/** The zone of a schedule's times: UTC, a named zone, or floating (the server's clock). */
export type BuilderZone =
  | { readonly kind: 'utc' }
  | { readonly kind: 'floating' }
  | { readonly kind: 'named'; readonly tzid: string };

/** The days of a month: numbered days (-1 is the last one), or the n-th weekday (-1 is the last). */
export type MonthDays =
  | { readonly kind: 'days'; readonly days: readonly number[] }
  | { readonly kind: 'weekday'; readonly nth: number; readonly weekday: number };

export type BuilderRepeat =
  | { readonly unit: 'hour' }
  | { readonly unit: 'day' }
  /** 0 is Monday. */
  | { readonly unit: 'week'; readonly weekdays: readonly number[] }
  | { readonly unit: 'month'; readonly on: MonthDays }
  | { readonly unit: 'year'; readonly month: number; readonly on: MonthDays };

export type BuilderEnd =
  | { readonly kind: 'never' }
  /** The last day on which the schedule may run. */
  | { readonly kind: 'onDate'; readonly date: LocalDate }
  | { readonly kind: 'afterRuns'; readonly count: number };

export interface OnceSchedule {
  readonly kind: 'once';
  readonly zone: BuilderZone;
  readonly at: LocalDateTime;
  readonly extraDates: readonly LocalDateTime[];
}

export interface RepeatingSchedule {
  readonly kind: 'repeating';
  readonly zone: BuilderZone;
  /** The first day on which the schedule may run; '' when the text leaves that open. */
  readonly start: LocalDate;
  /** The text has no DTSTART, so the server decides when the schedule starts and what that implies. */
  readonly isStartOpen?: boolean;
  /**
   * Times of day, ascending. Hourly schedules have one, the time of the first run. Empty when an open start leaves
   * the time open, too.
   */
  readonly times: readonly LocalTime[];
  readonly repeat: BuilderRepeat;
  /** Every n hours, days, weeks, months or years. */
  readonly interval: number;
  readonly end: BuilderEnd;
  /** Days without a run, ascending. */
  readonly exceptionDates: readonly LocalDate[];
  readonly extraDates: readonly LocalDateTime[];
}

/** A schedule as the visual builder shows it. Anything else is custom. */
export type BuilderSchedule = { readonly kind: 'none' } | OnceSchedule | RepeatingSchedule;

/** How often a schedule runs, as the user chooses it. */
export const builderKinds = ['none', 'once', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type BuilderKind = (typeof builderKinds)[number];

const kindOfUnit = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
} as const satisfies Readonly<Record<BuilderRepeat['unit'], BuilderKind>>;

export function kindOf(schedule: BuilderSchedule): BuilderKind {
  return schedule.kind === 'repeating' ? kindOfUnit[schedule.repeat.unit] : schedule.kind;
}

/** The usual time of day of a new schedule. */
export const nightly = '03:00';

/**
 * Changes the kind of a schedule. Whatever both kinds have stays; the rest gets the most common values. A new
 * schedule starts at night on the day after `today`.
 */
export function withKind(
  schedule: BuilderSchedule | undefined,
  kind: BuilderKind,
  today: LocalDate,
): BuilderSchedule {
  if (kind === 'none') return { kind: 'none' };
  const base = schedule?.kind === 'repeating' ? schedule : repeatingOf(schedule, today);
  const day = base.isStartOpen ? dayAfter(today) : base.start;
  if (kind === 'once') {
    const { zone, extraDates } = base;
    return { kind: 'once', zone, at: `${day}T${base.times[0] ?? nightly}`, extraDates };
  }
  const repeat = repeatFor(kind, base.repeat, day);
  const isHourly = repeat.unit === 'hour';
  return {
    ...base,
    repeat,
    interval: repeat.unit === base.repeat.unit ? base.interval : 1,
    // An hourly schedule has only the time of its first run, and no excluded days.
    times: isHourly ? base.times.slice(0, base.isStartOpen ? 0 : 1) : base.times,
    exceptionDates: isHourly ? [] : base.exceptionDates,
  };
}

function repeatingOf(
  schedule: Exclude<BuilderSchedule, RepeatingSchedule> | undefined,
  today: LocalDate,
): RepeatingSchedule {
  if (schedule?.kind !== 'once') return newSchedule({ kind: 'utc' }, dayAfter(today), nightly);
  const [date = '', time = nightly] = schedule.at.split('T');
  return { ...newSchedule(schedule.zone, date, time), extraDates: schedule.extraDates };
}

/** A daily schedule without an end. */
export function newSchedule(zone: BuilderZone, start: LocalDate, time: LocalTime): RepeatingSchedule {
  return {
    kind: 'repeating',
    zone,
    start,
    times: [time],
    repeat: { unit: 'day' },
    interval: 1,
    end: { kind: 'never' },
    exceptionDates: [],
    extraDates: [],
  };
}

function repeatFor(
  kind: Exclude<BuilderKind, 'none' | 'once'>,
  repeat: BuilderRepeat,
  start: LocalDate,
): BuilderRepeat {
  if (kindOfUnit[repeat.unit] === kind) return repeat;
  const day = dayOfWall(wallOf(start, '00:00') ?? 0);
  const date = calendarDate(day);
  const on: MonthDays = 'on' in repeat ? repeat.on : { kind: 'days', days: [date.day] };
  const repeats: Readonly<Record<typeof kind, BuilderRepeat>> = {
    hourly: { unit: 'hour' },
    daily: { unit: 'day' },
    weekly: { unit: 'week', weekdays: [weekdayOf(day)] },
    monthly: { unit: 'month', on },
    yearly: { unit: 'year', month: date.month, on },
  };
  return repeats[kind];
}

/** Whether changing the kind has dropped anything from the schedule. */
export function losesSomething(before: BuilderSchedule | undefined, after: BuilderSchedule): boolean {
  if (before === undefined) return true;
  if (before.kind !== 'repeating' || after.kind === 'none') return false;
  if (after.kind === 'once') return before.exceptionDates.length > 0;
  return (
    before.times.length > after.times.length || before.exceptionDates.length > after.exceptionDates.length
  );
}

/** The first day after `date` that none of `taken` falls on. */
export function freeDayAfter(date: LocalDate, taken: readonly string[]): LocalDate {
  const days = new Set(taken.map(value => value.slice(0, date.length)));
  let day = dayAfter(date);
  while (days.has(day)) day = dayAfter(day);
  return day;
}

/** The date as a numbered day of the month or as its n-th weekday, used to switch between the two. */
export function monthDaysOn(kind: MonthDays['kind'], start: LocalDate): MonthDays {
  const day = dayOfWall(wallOf(start, '00:00') ?? 0);
  const number = calendarDate(day).day;
  return kind === 'days'
    ? { kind, days: [number] }
    : { kind, nth: Math.min(4, Math.ceil(number / 7)), weekday: weekdayOf(day) };
}

export function dayAfter(date: LocalDate): LocalDate {
  return localDate((wallOf(date, '00:00') ?? 0) + dayMs);
}

/** Parses `1, 15` into day numbers, ascending and without duplicates; ignores any other text. */
export function monthDayNumbers(text: string): number[] {
  const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
  return ascending(numbers.filter(day => day !== 0 && Math.abs(day) <= 31));
}
