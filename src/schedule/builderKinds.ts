import type {
  BuilderRepeat,
  BuilderSchedule,
  BuilderZone,
  LocalDate,
  MonthDays,
  RepeatingSchedule,
} from './builderSchedule.ts';
import { calendarDate, DAY_MS, weekdayOf } from './calendarDay.ts';
import { dayOfWall } from './dateTimeValue.ts';
import { localDate, wallOf } from './localDateTime.ts';

/** How often, as a person chooses it. */
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

const nightly = '03:00';

/**
 * The schedule as one of another kind: what both kinds have stays, the rest is what most people mean. A
 * schedule made of nothing begins the day after `today`, at night.
 */
export function withKind(
  schedule: BuilderSchedule | undefined,
  kind: BuilderKind,
  today: LocalDate,
): BuilderSchedule {
  if (kind === 'none') return { kind: 'none' };
  const base = schedule?.kind === 'repeating' ? schedule : repeatingOf(schedule, today);
  if (kind === 'once') {
    const { zone, start, extraDates } = base;
    return { kind: 'once', zone, at: `${start}T${base.times[0] ?? nightly}`, extraDates };
  }
  const repeat = repeatFor(kind, base);
  const isHourly = repeat.unit === 'hour';
  return {
    ...base,
    repeat,
    interval: schedule?.kind === 'repeating' && repeat.unit === schedule.repeat.unit ? base.interval : 1,
    // An hourly schedule has one time, that of its first run, and no days without a run.
    times: isHourly ? base.times.slice(0, 1) : base.times,
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
  { repeat, start }: RepeatingSchedule,
): BuilderRepeat {
  if (kindOfUnit[repeat.unit] === kind) return repeat;
  const day = dayOfWall(wallOf(start, '00:00') ?? 0);
  const date = calendarDate(day);
  const on: MonthDays = 'on' in repeat ? repeat.on : { kind: 'days', days: [date.day] };
  switch (kind) {
    case 'hourly':
      return { unit: 'hour' };
    case 'daily':
      return { unit: 'day' };
    case 'weekly':
      return { unit: 'week', weekdays: [weekdayOf(day)] };
    case 'monthly':
      return { unit: 'month', on };
    case 'yearly':
      return { unit: 'year', month: date.month, on };
  }
}

/** The n-th weekday of the month that the date is, and back to its number, for changing between the two. */
export function monthDaysOn(kind: MonthDays['kind'], start: LocalDate): MonthDays {
  const day = dayOfWall(wallOf(start, '00:00') ?? 0);
  const number = calendarDate(day).day;
  return kind === 'days'
    ? { kind, days: [number] }
    : { kind, nth: Math.min(4, Math.ceil(number / 7)), weekday: weekdayOf(day) };
}

export function dayAfter(date: LocalDate): LocalDate {
  return localDate((wallOf(date, '00:00') ?? 0) + DAY_MS);
}

/** `1, 15` as numbers of days, without what is none; ascending, each once. */
export function monthDayNumbers(text: string): number[] {
  const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
  return [...new Set(numbers.filter(day => day !== 0 && Math.abs(day) <= 31))].sort((a, b) => a - b);
}
