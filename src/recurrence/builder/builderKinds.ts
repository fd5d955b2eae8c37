import { ascending } from '../../util/collections.ts';
import { calendarDate, dayMs, weekdayOf } from '../text/calendarDay.ts';
import { dayOfWall, type LocalDate, localDate, wallOf } from '../text/dateTimeValue.ts';
import type {
  BuilderRepeat,
  BuilderSchedule,
  BuilderZone,
  MonthDays,
  RepeatingSchedule,
} from './builderSchedule.ts';

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
  const repeat = repeatFor(kind, { repeat: base.repeat, start: day });
  const isHourly = repeat.unit === 'hour';
  return {
    ...base,
    repeat,
    interval: schedule?.kind === 'repeating' && repeat.unit === schedule.repeat.unit ? base.interval : 1,
    // An hourly schedule has only the time of its first run, and no excluded days.
    times: isHourly ? base.times.slice(0, base.isStartOpen ? 0 : 1) : base.times,
    exceptionDates: isHourly ? [] : base.exceptionDates,
  };
}

function repeatingOf(schedule: BuilderSchedule | undefined, today: LocalDate): RepeatingSchedule {
  const once = schedule?.kind === 'once' ? schedule : undefined;
  const [date, time] = once?.at.split('T') ?? [];
  const zone: BuilderZone = once?.zone ?? { kind: 'utc' };
  return {
    kind: 'repeating',
    zone,
    start: date ?? dayAfter(today),
    times: [time ?? nightly],
    repeat: { unit: 'day' },
    interval: 1,
    end: { kind: 'never' },
    exceptionDates: [],
    extraDates: once?.extraDates ?? [],
  };
}

function repeatFor(
  kind: Exclude<BuilderKind, 'none' | 'once'>,
  { repeat, start }: Pick<RepeatingSchedule, 'repeat' | 'start'>,
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
