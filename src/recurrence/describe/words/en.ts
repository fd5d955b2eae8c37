import { calendarDate } from '../../text/calendarDay.ts';
import { dayOfWall } from '../../text/dateTimeValue.ts';
import type { Frequency } from '../../text/recurrenceRule.ts';
import type { DateGroup, DateKind } from '../dateGroups.ts';
import { isWeekend, isWorkingWeek } from '../ruleView.ts';

/**
 * Dates as VS Code writes them, "January 1, 2027"; `en-GB` lists have no comma before "and", which reads better in
 * long sentences.
 */
const { and, or, longDate, shortDate, shortDateWithYear } = intlFormats('en', 'en-GB');

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const ordinalNames = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const unitNames: Readonly<Record<Frequency, string>> = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

type Numbers = readonly number[];

/** The days of a rule. Numbers below 0 count from the end. */
const days = {
  /** "on the 1st, 15th and last day". */
  monthDays: (numbers: Numbers) => {
    const [fromStart, fromEnd] = splitEnds(numbers);
    const all = and([...fromStart.map(ordinal), ...fromEnd.map(ordinalWord)]);
    return `on the ${all}${fromEnd.length > 0 ? ' day' : ''}`;
  },
  /** "on days 4 and 100 and the last day". */
  yearDays: (numbers: Numbers) => `on ${numbered('day', numbers)}`,
  /** "on every Monday and Friday". */
  weekdays: (weekdays: Numbers) => `on ${everyName(weekdays)}`,
  /** "on the first and last Monday and every Tuesday". */
  numberedWeekdays: (
    numberedDays: readonly { readonly numbers: Numbers; readonly weekday: number }[],
    weekdays: Numbers,
  ) => {
    const which = numberedDays.map(({ numbers, weekday }) => `${the(numbers)} ${weekdayNames[weekday]}`);
    return `on ${and([...which, ...(weekdays.length > 0 ? [everyName(weekdays)] : [])])}`;
  },
  /** "on the last weekday": what BYSETPOS picks from weekdays. */
  pickedWeekday: (positions: Numbers, weekdays: Numbers) => {
    const which = `on ${the(positions)}`;
    if (weekdays.length === 7) return `${which} day`;
    if (isWorkingWeek(weekdays)) return `${which} weekday`;
    if (isWeekend(weekdays)) return `${which} weekend day`;
    return `${which} ${weekdays.length === 1 ? names(weekdays) : `of all ${pluralNames(weekdays)}`}`;
  },
};

export type DayWords = typeof days;

/** What a language needs to describe schedules. Wall times are formatted as written. */
export const englishWords = {
  noSchedule: 'no schedule',
  /** A schedule that has no runs left. */
  noRuns: 'no runs',
  unreadable: 'a schedule that cannot be read',

  every: (freq: Frequency, interval: number) =>
    interval === 1 ? `every ${unitNames[freq]}` : `every ${interval} ${unitNames[freq]}s`,
  /** How `every` begins, and nothing that names only some days. */
  each: 'every',
  days,
  /** The same after "except". */
  exceptDays: days,
  /** Turns days that follow `every` into the beginning of a sentence. */
  leading: (text: string) => text.replace(/^on (?=every )/, ''),
  exceptWeekdays: (weekdays: Numbers) => `on ${pluralNames(weekdays)}`,
  /** The days of every week. */
  everyWeekday: (weekdays: Numbers) => (isWorkingWeek(weekdays) ? 'every weekday' : everyName(weekdays)),
  /** The days of every second week. */
  ofWeeks: (weekdays: Numbers) => {
    if (weekdays.length === 7) return 'on every day';
    return `on ${isWorkingWeek(weekdays) ? 'weekdays' : names(weekdays)}`;
  },
  /** The days on which a rule steps by hours or less. */
  onWeekdays: (weekdays: Numbers) => `on ${pluralNames(weekdays)}`,
  onEveryDay: 'on every day',
  /** "on January 4"; `undefined` if these days are better given by their numbers. */
  dates: (months: Numbers, monthDays: Numbers): string | undefined =>
    months.length === 1 && monthDays.length === 1 ? `on ${nameMonths(months)} ${monthDays[0]}` : undefined,
  inMonths: (months: Numbers) => `in ${nameMonths(months)}`,
  ofMonths: (months: Numbers) => `of ${nameMonths(months)}`,
  /** "in weeks 1 and 20 of the year". */
  inWeeks: (weeks: Numbers) => `in ${numbered('week', weeks)} of the year`,
  /** Follows days. */
  of: {
    month: 'of the month',
    everyMonth: 'of every month',
    eachMonth: 'of each month',
    year: 'of the year',
    everyYear: 'of every year',
    everyLeapYear: 'of every leap year',
  },
  only: 'only',
  inLeapYears: 'in leap years only',
  ifWeekday: (weekdays: Numbers) =>
    `if it is a ${isWorkingWeek(weekdays) ? 'weekday' : or(weekdays.map(nameOf))}`,
  onlyRuns: (positions: Numbers, freq: Frequency) => `only ${the(positions)} run of each ${unitNames[freq]}`,
  withWeekStart: (weekday: number) => `with weeks starting on ${weekdayNames[weekday]}`,

  at: (times: readonly string[]) => `at ${and(times)}`,
  fromTo: (first: string, last: string) => `from ${first} to ${last}`,
  between: (first: string, last: string) => `between ${first} and ${last}`,
  startingAt: (time: string) => `from ${time}`,
  /** " at 7, 19 and 33 minutes past 08:00, 10:00 and 20:00", with what separates it from the days. */
  minutesAfter: (minutes: Numbers, hours: readonly string[]) =>
    ` ${past('minute', minutes)} ${hours.length === 24 ? 'every hour' : and(hours.map(hour => `${hour}:00`))}`,
  minutesOfHour: (minutes: Numbers) =>
    minutes.join() === '0' ? 'on the hour' : `${past('minute', minutes)} the hour`,
  secondsOfMinute: (seconds: Numbers) => `${past('second', seconds)} the minute`,
  /** Follows an EXRULE whose time of day comes from a start that the text leaves open. */
  atStartTime: ', at the time of day of the first run',

  brief: {
    daily: 'daily',
    workingWeek: 'Mon–Fri',
    weekdays: (weekdays: Numbers) => weekdays.map(shortName).join(', '),
    monthDays: (monthDays: Numbers) => `monthly ${monthDays.map(ordinal).join(', ')}`,
  },

  date: longDate,
  briefDate: shortDateWithYear,
  /** A single run; `time` is empty for a date. */
  dateTime: (wallMs: number, time: string) => `${longDate(wallMs)}${time && ` at ${time}`}`,
  briefDateTime: (wallMs: number, time: string) => `${shortDate(wallMs)} ${time}`.trim(),
  list: and,
  alsoOn: (dateTimes: string) => `and also on ${dateTimes}`,
  /** A start that no rule produces, in the list of `alsoOn`. */
  startDate: (dateTime: string) => `the start date ${dateTime}`,
  except: (excluded: readonly string[]) => excluded.map(day => `except ${day}`).join(', and '),
  /** Separate sentences for what would make the first one unreadable. */
  exceptions: (rules: readonly string[]) => `exceptions: ${rules.join('; ')}`,
  /** Dates that no rule produces, one by one. */
  listedDates: {
    runs: (dates: string, count: number) => `${count === 1 ? 'once on' : 'on'} ${dates}`,
    additional: (dates: string) => `additional runs: ${dates}`,
    excluded: (dates: string) => `excluded runs: ${dates}`,
  },
  /** Days, or spans of days, in the month of a date. */
  daysOfMonth: (ofMonth: readonly string[], wallMs: number) => {
    const { year, month } = calendarDate(dayOfWall(wallMs));
    return `${monthNames[month - 1]} ${and(ofMonth)}, ${year}`;
  },
  /** A separate sentence for many dates. */
  manyDates: (kind: DateKind, { count, times, days: ofMonths }: DateGroup, zoneLabel: string) => {
    const noun = `${times.length > 0 ? 'run' : 'day'}${count === 1 ? '' : 's'}`;
    const at = times.length > 0 ? ` at ${and(times)}${zoneLabel}` : '';
    return `${count} ${kind === 'runs' ? noun : `${kind} ${noun}`}${at}: ${ofMonths}`;
  },
  from: (date: string) => `from ${date}`,
  until: (date: string) => `until ${date}`,
  /** For a set whose rules resume then. */
  paused: (date: string) => `paused until ${date}`,
  /** For a rule without an end next to rules that end. */
  withoutEnd: 'with no end date',
  count: (count: number) => (count === 1 ? 'one run only' : `${count} times`),
  /** Several independent rules. */
  joinRules: (rules: readonly string[]) => rules.join('; and '),
  inMinutes: (minutes: number) => `in ${minutes} min`,
  inHours: (hours: number) => `in ${hours} h`,
  now: 'now',
  weekdayTime: (weekday: number, time: string) => `${shortName(weekday)} ${time}`,
};

export type ScheduleWords = typeof englishWords;

function splitEnds(numbers: Numbers): readonly [fromStart: Numbers, fromEnd: Numbers] {
  return [numbers.filter(number => number > 0), numbers.filter(number => number < 0)];
}

function nameOf(weekday: number): string {
  return weekdayNames[weekday] ?? '';
}

function shortName(weekday: number): string {
  return nameOf(weekday).slice(0, 3);
}

function names(weekdays: Numbers): string {
  return and(weekdays.map(nameOf));
}

function everyName(weekdays: Numbers): string {
  return weekdays.length === 7 ? 'every day' : `every ${names(weekdays)}`;
}

function pluralNames(weekdays: Numbers): string {
  return isWorkingWeek(weekdays) ? 'weekdays' : and(weekdays.map(day => `${nameOf(day)}s`));
}

function nameMonths(months: Numbers): string {
  return and(months.map(month => monthNames[month - 1] ?? ''));
}

function ordinal(number: number): string {
  const tens = Math.floor(number / 10) % 10;
  const suffix = tens === 1 ? undefined : ['th', 'st', 'nd', 'rd'][number % 10];
  return `${number}${suffix ?? 'th'}`;
}

/** "third", "23rd", "last", "third-to-last". */
function ordinalWord(number: number): string {
  if (number === -1) return 'last';
  const word = ordinalNames[Math.abs(number)] ?? ordinal(Math.abs(number));
  return number > 0 ? word : `${word}-to-last`;
}

function the(numbers: Numbers): string {
  return `the ${and(numbers.map(ordinalWord))}`;
}

/** "days 4 and 100 and the last day". */
function numbered(unit: string, numbers: Numbers): string {
  const [fromStart, fromEnd] = splitEnds(numbers);
  const counted = `${unit}${fromStart.length > 1 ? 's' : ''} ${and(fromStart.map(String))}`;
  const last = fromEnd.map(number => `the ${ordinalWord(number)} ${unit}`);
  return and([...(fromStart.length > 0 ? [counted] : []), ...last]);
}

/** "at 7 and 19 minutes past". */
function past(unit: string, numbers: Numbers): string {
  return `at ${and(numbers.map(String))} ${unit}${numbers.join() === '1' ? '' : 's'} past`;
}

/**
 * The formats of one language. Creating them is slow, so each is created on first use and reused. All format wall
 * times as UTC.
 */
export function intlFormats(language: string, listLanguage = language) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const dateFormat = once(() => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }));
    return (wallMs: number) => dateFormat().format(wallMs);
  };
  const andFormat = once(() => new Intl.ListFormat(listLanguage, { type: 'conjunction' }));
  const orFormat = once(() => new Intl.ListFormat(listLanguage, { type: 'disjunction' }));
  const pluralRules = once(() => new Intl.PluralRules(language));
  return {
    longDate: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDate: format({ day: 'numeric', month: 'short' }),
    shortDateWithYear: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    and: (items: readonly string[]) => andFormat().format(items),
    or: (items: readonly string[]) => orFormat().format(items),
    plural: (count: number) => pluralRules().select(count),
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
