import type { Frequency } from '../recurrenceRule.ts';
import { isWorkingWeek, type RuleView, sharedWeekday } from '../ruleView.ts';
import { picksWeekday } from './picksWeekday.ts';
import {
  each,
  everyUnit,
  inOrdinal,
  monthPhrase,
  monthsGenitive,
  monthsPrepositional,
  onWeekdays,
  ordinal,
  pluralForm,
  ruFormats,
  sharedGender,
  shortNames,
  weekdayForm,
  weekdayForms,
  weekdayOrdinal,
  weekNumberPhrase,
} from './ruNouns.ts';
import { briefTimes, timePhrase } from './ruTimes.ts';
import type { ScheduleWords } from './scheduleWords.ts';

export const russianWords: ScheduleWords = {
  noSchedule: 'без расписания',
  unreadable: 'расписание, которое не удалось прочитать',
  rule: view => `${dayPhrase(view)}${timePhrase(view)}${limits(view)}`,
  briefRule: view => `${briefDays(view)}${briefTimes(view)}${limits(view)}`,
  exceptRule: (view, withTimes) => `${exceptDays(view)}${withTimes ? timePhrase(view) : ''}${limits(view)}`,
  date: ruFormats.longDate,
  briefDate: ruFormats.shortDateWithYear,
  dateTime: (wallMs, time) => `${ruFormats.longDate(wallMs)}${time && ` в ${time}`}`,
  briefDateTime: (wallMs, time) => `${ruFormats.shortDate(wallMs)} ${time}`.trim(),
  list: (items, hidden = 0) => (hidden > 0 ? `${items.join(', ')} и ещё ${hidden}` : ruFormats.and(items)),
  onDates: (dateTimes, count) => (count === 1 ? `один раз ${dateTimes}` : dateTimes),
  alsoOn: dateTimes => `а также ${dateTimes}`,
  alsoOnStart: dateTime => `а также в день начала ${dateTime}`,
  except: dates => `кроме ${dates}`,
  from: date => `с ${date}`,
  until: date => `по ${date}`,
  count: count => `всего ${count} ${pluralForm(count, ['раз', 'раза', 'раз'])}`,
  joinRules: rules => rules.join('; а также '),
  andMore: '…',
  inMinutes: minutes => `через ${minutes} мин`,
  inHours: hours => `через ${hours} ч`,
  now: 'сейчас',
  weekdayTime: (weekday, time) => `${weekdayForm(weekday, 'short')} ${time}`,
};

function dayPhrase(view: RuleView): string {
  switch (view.freq) {
    case 'WEEKLY':
      return `${weeklyPhrase(view)}${limitingDays({ ...view, weekdays: [] })}${weekNumberPhrase(view)}${monthPhrase(view)}`;
    case 'MONTHLY':
      return view.interval === 1
        ? monthlyPhrase(view, 'каждого месяца')
        : `${every(view)}${onMonthDays(view)}`;
    case 'YEARLY':
      return yearlyPhrase(view);
    default:
      return `${every(view)}${limitingDays(view)}${weekNumberPhrase(view)}${monthPhrase(view)}`;
  }
}

function every({ freq, interval }: RuleView): string {
  return everyUnit(freq, interval);
}

function weeklyPhrase(view: RuleView): string {
  const { weekdays, interval } = view;
  if (weekdays.length === 0) {
    return every(view);
  }
  if (interval > 1) {
    return `${every(view)} ${onWeekdays(weekdays)}`;
  }
  const gender = sharedGender(weekdays);
  if (weekdays.length === 7) {
    return 'каждый день';
  }
  // One "каждый" can not stand for days of different genders.
  return gender && !isWorkingWeek(weekdays)
    ? `${each(gender)} ${weekdayForms(weekdays, 'accusative')}`
    : onWeekdays(weekdays);
}

function monthlyPhrase(view: RuleView, whole: string): string {
  const days = daysOfMonth(view);
  if (days === '') {
    return view.weekdays.length > 0 ? `${onWeekdays(view.weekdays)} ${whole}` : every(view);
  }
  return `${days} ${whole}`;
}

function onMonthDays(view: RuleView): string {
  const days = daysOfMonth(view);
  if (days === '') {
    const weekdays = view.weekdays.length > 0 ? ` ${onWeekdays(view.weekdays)}` : '';
    return `${weekdays}${monthPhrase(view)}`;
  }
  // YEARLY;BYMONTHDAY=1 comes every month of the years it takes.
  const monthly = view.freq === 'YEARLY' && view.nthDays.length === 0 ? ' каждого месяца' : '';
  return ` ${days}${view.months.length > 0 ? monthPhrase(view) : monthly}`;
}

function yearlyPhrase(view: RuleView): string {
  const { months, monthDays, nthDays, interval } = view;
  const [day] = monthDays;
  if (months.length === 1 && monthDays.length === 1 && day !== undefined && day > 0) {
    return `${every(view)} ${day} ${monthsGenitive(months)}`;
  }
  if (view.yearDays.length > 0) {
    return `${ofYear(view, yearDays(view))}${monthPhrase(view)}`;
  }
  if (months.length > 0 && interval === 1 && (monthDays.length > 0 || nthDays.length > 0)) {
    const whole = monthDays.length > 0 ? `в ${monthsPrepositional(months)}` : monthsGenitive(months);
    return monthlyPhrase(view, whole);
  }
  if (nthDays.length > 0 && view.nthWithin === 'year') {
    return ofYear(view, daysOfMonth(view));
  }
  const inWeeks = weekNumberPhrase(view);
  return inWeeks === ''
    ? `${every(view)}${onMonthDays(view)}`
    : `${every(view)}${limitingDays(view)}${inWeeks}`;
}

function ofYear(view: RuleView, days: string): string {
  return view.interval === 1 ? `${days} каждого года` : `${every(view)} ${days} года`;
}

/** «1 и 15 числа и в последний день», «во второй понедельник», or what BYSETPOS picks from weekdays. */
function daysOfMonth(view: RuleView): string {
  if (picksWeekday(view)) {
    return pickedWeekday(view);
  }
  const shared = sharedWeekday(view.nthDays);
  if (shared !== undefined) {
    const numbers = ruFormats.and(view.nthDays.map(day => weekdayOrdinal(day.nth, shared)));
    return `${inOrdinal(numbers)} ${weekdayForm(shared, 'accusative')}${andEvery(view)}`;
  }
  const fromStart = view.monthDays.filter(day => day > 0).map(String);
  const fromEnd = view.monthDays.filter(day => day < 0).reverse();
  const days = [
    ...(fromStart.length > 0 ? [`${ruFormats.and(fromStart)} числа`] : []),
    ...fromEnd.map(day => `${inOrdinal(ordinal(day, 'masculine'))} день`),
    ...view.nthDays.map(
      ({ nth, weekday }) =>
        `${inOrdinal(weekdayOrdinal(nth, weekday))} ${weekdayForm(weekday, 'accusative')}`,
    ),
  ];
  return ruFormats.and(days) + andEvery(view);
}

function pickedWeekday({ positions, weekdays }: RuleView): string {
  const [weekday] = weekdays;
  if (weekdays.length === 1 && weekday !== undefined) {
    const numbers = ruFormats.and(positions.map(position => weekdayOrdinal(position, weekday)));
    return `${inOrdinal(numbers)} ${weekdayForm(weekday, 'accusative')}`;
  }
  const numbers = inOrdinal(ruFormats.and(positions.map(position => ordinal(position, 'masculine'))));
  return isWorkingWeek(weekdays) ? `${numbers} будний день` : `${numbers} из дней (${shortNames(weekdays)})`;
}

function andEvery({ nthDays, weekdays }: RuleView): string {
  return nthDays.length > 0 && weekdays.length > 0 ? ` и ${onWeekdays(weekdays)}` : '';
}

/** What a rule takes away of its own runs. */
function limits(view: RuleView): string {
  return positionPhrase(view) + conditionPhrase(view);
}

function positionPhrase(view: RuleView): string {
  if (view.positions.length === 0 || picksWeekday(view)) {
    return '';
  }
  const numbers = ruFormats.and(view.positions.map(position => ordinal(position, 'masculine')));
  return `, только ${numbers} запуск ${WITHIN[view.freq]}`;
}

const WITHIN: Readonly<Record<Frequency, string>> = {
  SECONDLY: 'за секунду',
  MINUTELY: 'за минуту',
  HOURLY: 'за час',
  DAILY: 'за день',
  WEEKLY: 'за неделю',
  MONTHLY: 'за месяц',
  YEARLY: 'за год',
};

/** Weekdays beside days of the month or year: both must be right. */
function conditionPhrase({ weekdays, nthDays, monthDays, yearDays: days, freq }: RuleView): string {
  const limits = weekdays.length > 0 && nthDays.length === 0 && monthDays.length + days.length > 0;
  if (!limits || (freq !== 'MONTHLY' && freq !== 'YEARLY')) {
    return '';
  }
  const names = weekdays.map(day => weekdayForm(day, 'nominative'));
  return `, если это ${isWorkingWeek(weekdays) ? 'будний день' : orFormat.format(names)}`;
}

const orFormat = new Intl.ListFormat('ru', { type: 'disjunction' });

function limitingDays(view: RuleView): string {
  const weekdays = view.weekdays.length > 0 ? ` ${onWeekdays(view.weekdays)}` : '';
  const days = view.monthDays.length > 0 ? ` ${daysOfMonth({ ...view, weekdays: [] })} месяца` : '';
  const ofYear = view.yearDays.length > 0 ? ` ${yearDays(view)} года` : '';
  return `${weekdays}${days}${ofYear}`;
}

function yearDays({ yearDays: days }: RuleView): string {
  const ordered = [...days.filter(day => day > 0), ...days.filter(day => day < 0).reverse()];
  const numbers = ordered.map(day => (day > 0 ? `${day}-й` : ordinal(day, 'masculine')));
  return `${inOrdinal(ruFormats.and(numbers))} день`;
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
    return isWorkingWeek(weekdays) ? 'пн–пт' : shortNames(weekdays);
  }
  if (
    freq === 'MONTHLY' &&
    nthDays.length === 0 &&
    weekdays.length === 0 &&
    monthDays.length > 0 &&
    monthDays.every(day => day > 0)
  ) {
    return `${monthDays.join(', ')} числа`;
  }
  return freq === 'DAILY' || (freq === 'WEEKLY' && weekdays.length === 7) ? 'ежедневно' : dayPhrase(view);
}

function exceptDays(view: RuleView): string {
  return view.freq === 'WEEKLY' && view.interval === 1 && view.weekdays.length > 0
    ? `${weekdayForms(view.weekdays, 'genitivePlural')}${weekNumberPhrase(view)}${monthPhrase(view)}`
    : otherExceptDays(dayPhrase(view));
}

/** «1 числа каждого месяца» is a genitive already; other phrases are quoted, whatever their case. */
function otherExceptDays(phrase: string): string {
  return /^\d/.test(phrase) ? phrase : `дней по правилу «${phrase}»`;
}
