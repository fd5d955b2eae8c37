import { isWorkingWeek, type RuleView, sharedWeekday } from '../ruleView.ts';
import {
  every,
  formats,
  MONTHS,
  monthNames,
  names,
  ordinal,
  ordinalWord,
  orFormat,
  pluralNames,
  SHORT_WEEKDAYS,
  shortNames,
  UNITS,
  WEEKDAYS,
} from './enNouns.ts';
import { briefTimes, timePhrase } from './enTimes.ts';
import { picksWeekday } from './picksWeekday.ts';
import type { ScheduleWords } from './scheduleWords.ts';

export const englishWords: ScheduleWords = {
  noSchedule: 'no schedule',
  unreadable: 'a schedule that cannot be read',
  rule: view => `${dayPhrase(view)}${timePhrase(view)}${limits(view)}`,
  briefRule: view => `${briefDays(view)}${briefTimes(view)}${limits(view)}`,
  exceptRule: (view, withTimes) => `${exceptDays(view)}${withTimes ? timePhrase(view) : ''}${limits(view)}`,
  date: formats.longDate,
  briefDate: formats.shortDateWithYear,
  dateTime: (wallMs, time) => `${formats.longDate(wallMs)}${time && ` at ${time}`}`,
  briefDateTime: (wallMs, time) => `${formats.shortDate(wallMs)} ${time}`.trim(),
  list: (items, hidden = 0) => (hidden > 0 ? `${items.join(', ')} and ${hidden} more` : formats.and(items)),
  onDates: (dateTimes, count) => (count === 1 ? `once on ${dateTimes}` : `on ${dateTimes}`),
  alsoOn: dateTimes => `and also on ${dateTimes}`,
  alsoOnStart: dateTime => `and also on the start date ${dateTime}`,
  except: dates => `except ${dates}`,
  from: date => `from ${date}`,
  until: date => `until ${date}`,
  count: count => (count === 1 ? 'once only' : `${count} times`),
  joinRules: rules => rules.join('; and '),
  andMore: '…',
  inMinutes: minutes => `in ${minutes} min`,
  inHours: hours => `in ${hours} h`,
  now: 'now',
  weekdayTime: (weekday, time) => `${SHORT_WEEKDAYS[weekday] ?? ''} ${time}`,
};

function dayPhrase(view: RuleView): string {
  switch (view.freq) {
    case 'WEEKLY':
      return `${weeklyPhrase(view)}${limitingDays({ ...view, weekdays: [] })}${weekNumberPhrase(view)}${monthPhrase(view)}`;
    case 'MONTHLY':
      return view.interval === 1 ? monthlyPhrase(view, 'every month') : `${every(view)}${onMonthDays(view)}`;
    case 'YEARLY':
      return yearlyPhrase(view);
    default:
      return `${every(view)}${limitingDays(view)}${weekNumberPhrase(view)}${monthPhrase(view)}`;
  }
}

function weeklyPhrase(view: RuleView): string {
  const { weekdays, interval } = view;
  if (interval === 1 && weekdays.length === 7) {
    return 'every day';
  }
  if (interval === 1 && weekdays.length > 0) {
    return isWorkingWeek(weekdays) ? 'every weekday' : `every ${names(weekdays)}`;
  }
  const days = isWorkingWeek(weekdays) ? 'weekdays' : names(weekdays);
  return weekdays.length > 0 ? `${every(view)} on ${days}` : every(view);
}

function monthlyPhrase(view: RuleView, whole: string): string {
  const days = daysOfMonth(view);
  if (days === '') {
    return view.weekdays.length > 0 ? `every ${names(view.weekdays)} of ${whole}` : whole;
  }
  return `on ${days} of ${whole}`;
}

function onMonthDays(view: RuleView): string {
  const days = daysOfMonth(view);
  if (days === '') {
    return view.weekdays.length > 0
      ? ` on every ${names(view.weekdays)}${monthPhrase(view)}`
      : monthPhrase(view);
  }
  // YEARLY;BYMONTHDAY=1 comes every month of the years it takes.
  const monthly = view.freq === 'YEARLY' && view.nthDays.length === 0 ? ' of each month' : '';
  return ` on ${days}${view.months.length > 0 ? ` of ${monthNames(view.months)}` : monthly}`;
}

function yearlyPhrase(view: RuleView): string {
  const { months, monthDays, nthDays, interval } = view;
  const [month] = months;
  const [day] = monthDays;
  if (month !== undefined && day !== undefined && months.length === 1 && monthDays.length === 1 && day > 0) {
    return `${every(view)} on ${day} ${MONTHS[month - 1]}`;
  }
  if (view.yearDays.length > 0) {
    const onDays = `on ${yearDays(view)} of`;
    return `${interval === 1 ? `${onDays} every year` : `${every(view)} ${onDays} the year`}${monthPhrase(view)}`;
  }
  if (months.length > 0 && interval === 1 && (monthDays.length > 0 || nthDays.length > 0)) {
    return monthlyPhrase(view, monthNames(months));
  }
  if (nthDays.length > 0 && view.nthWithin === 'year') {
    const onDays = `on ${daysOfMonth(view)} of`;
    return interval === 1 ? `${onDays} every year` : `${every(view)} ${onDays} the year`;
  }
  const inWeeks = weekNumberPhrase(view);
  return inWeeks === ''
    ? `${every(view)}${onMonthDays(view)}`
    : `${every(view)}${limitingDays(view)}${inWeeks}`;
}

/** "the 1st and the last day", "the second Monday", or the one that BYSETPOS picks from weekdays. */
function daysOfMonth(view: RuleView): string {
  if (picksWeekday(view)) {
    const positions = formats.and(view.positions.map(ordinalWord));
    if (isWorkingWeek(view.weekdays)) {
      return `the ${positions} weekday`;
    }
    const isSingle = view.weekdays.length === 1;
    return `the ${positions} ${isSingle ? names(view.weekdays) : `of the days ${shortNames(view.weekdays)}`}`;
  }
  const shared = sharedWeekday(view.nthDays);
  if (shared !== undefined) {
    return `the ${formats.and(view.nthDays.map(day => ordinalWord(day.nth)))} ${WEEKDAYS[shared]}${andEvery(view)}`;
  }
  const numbered = view.nthDays.map(day => `the ${ordinalWord(day.nth)} ${WEEKDAYS[day.weekday]}`);
  const fromStart = view.monthDays.filter(day => day > 0).map(ordinal);
  const fromEnd = view.monthDays.filter(day => day < 0).reverse();
  const dates = [...fromStart, ...fromEnd.map(day => `${ordinalWord(day)} day`)];
  return (
    formats.and([...(dates.length > 0 ? [`the ${formats.and(dates)}`] : []), ...numbered]) + andEvery(view)
  );
}

/** Numbered and plain weekdays together: either counts. */
function andEvery({ nthDays, weekdays }: RuleView): string {
  return nthDays.length > 0 && weekdays.length > 0 ? ` and every ${names(weekdays)}` : '';
}

/** What a rule takes away of its own runs. */
function limits(view: RuleView): string {
  return positionPhrase(view) + conditionPhrase(view);
}

function positionPhrase(view: RuleView): string {
  if (view.positions.length === 0 || picksWeekday(view)) {
    return '';
  }
  return `, only the ${formats.and(view.positions.map(ordinalWord))} run of each ${UNITS[view.freq]}`;
}

/** Weekdays beside days of the month or year: both must be right. */
function conditionPhrase(view: RuleView): string {
  const { weekdays, nthDays, monthDays, yearDays: days, freq } = view;
  const limits = weekdays.length > 0 && nthDays.length === 0 && monthDays.length + days.length > 0;
  if (!limits || (freq !== 'MONTHLY' && freq !== 'YEARLY')) {
    return '';
  }
  const named = weekdays.map(day => WEEKDAYS[day] ?? '');
  return `, if it is a ${isWorkingWeek(weekdays) ? 'weekday' : orFormat.format(named)}`;
}

/** Days that limit a rule rather than make it up. */
function limitingDays(view: RuleView): string {
  const weekdays = view.weekdays.length > 0 ? ` on ${pluralNames(view.weekdays)}` : '';
  const days = view.monthDays.length > 0 ? ` on ${daysOfMonth({ ...view, weekdays: [] })} of the month` : '';
  const ofYear = view.yearDays.length > 0 ? ` on ${yearDays(view)} of the year` : '';
  return `${weekdays}${days}${ofYear}`;
}

function yearDays({ yearDays: days }: RuleView): string {
  const fromEnd = days.filter(day => day < 0).map(day => `the ${ordinalWord(day)} day`);
  const fromStart = days.filter(day => day > 0);
  const numbered =
    fromStart.length > 0 ? [`${fromStart.length > 1 ? 'days' : 'day'} ${list(fromStart)}`] : [];
  return formats.and([...numbered, ...fromEnd.reverse()]);
}

function weekNumberPhrase({ weekNumbers }: RuleView): string {
  const fromStart = weekNumbers.filter(week => week > 0);
  const fromEnd = weekNumbers.filter(week => week < 0).map(week => `the ${ordinalWord(week)} week`);
  const numbered =
    fromStart.length > 0 ? [`${fromStart.length > 1 ? 'weeks' : 'week'} ${list(fromStart)}`] : [];
  const weeks = [...numbered, ...fromEnd];
  return weeks.length > 0 ? ` in ${formats.and(weeks)} of the year` : '';
}

function monthPhrase({ months }: RuleView): string {
  return months.length > 0 ? ` in ${monthNames(months)}` : '';
}

function briefDays(view: RuleView): string {
  const { freq, interval, weekdays, monthDays, nthDays } = view;
  const isPlain =
    view.positions.length + view.months.length + view.yearDays.length + view.weekNumbers.length === 0;
  if (interval > 1 || !isPlain) {
    return isPlain && weekdays.length > 0 && nthDays.length + monthDays.length === 0
      ? `${every(view)}: ${shortNames(weekdays)}`
      : dayPhrase(view);
  }
  if (freq === 'WEEKLY' && weekdays.length > 0 && weekdays.length < 7) {
    return isWorkingWeek(weekdays) ? 'Mon–Fri' : shortNames(weekdays);
  }
  if (
    freq === 'MONTHLY' &&
    nthDays.length === 0 &&
    weekdays.length === 0 &&
    monthDays.length > 0 &&
    monthDays.every(day => day > 0)
  ) {
    return `monthly ${monthDays.map(ordinal).join(', ')}`;
  }
  return freq === 'DAILY' || (freq === 'WEEKLY' && weekdays.length === 7) ? 'daily' : dayPhrase(view);
}

function exceptDays(view: RuleView): string {
  return view.freq === 'WEEKLY' && view.interval === 1 && view.weekdays.length > 0
    ? `on ${pluralNames(view.weekdays)}${weekNumberPhrase(view)}${monthPhrase(view)}`
    : dayPhrase(view);
}

function list(numbers: readonly number[]): string {
  return formats.and(numbers.map(String));
}
