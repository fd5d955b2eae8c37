import {
  type DayPhrase,
  isLeapDay,
  isSomeDays,
  isWeekend,
  isWorkingWeek,
  type RuleView,
} from '../ruleView.ts';
import { picksWeekday } from './picksWeekday.ts';
import {
  type DayCase,
  each,
  eitherName,
  everyUnit,
  inMonths,
  inOrdinal,
  monthsGenitive,
  monthsPrepositional,
  onWeekdays,
  ordinal,
  ruFormats,
  sharedGender,
  weekdayForms,
} from './ruNouns.ts';
import {
  everyWeekday,
  inWeeks,
  numberedDays,
  numberedWeekdays,
  theDay,
  theWeekday,
  yearDays,
} from './ruNumberedDays.ts';

/** How often and on which days a rule runs; what does not fit is left to `conditions`. */
export function dayPhrase(view: RuleView, dayCase: DayCase = 'accusative'): DayPhrase {
  switch (view.freq) {
    case 'WEEKLY':
      return { text: `${weekly(view)}${inPeriods(view)}`, covered: ['weekdays', 'weekNumbers', 'months'] };
    case 'MONTHLY':
      return monthly(view, dayCase);
    case 'YEARLY':
      return yearly(view, dayCase);
    case 'DAILY':
      return view.interval === 1
        ? { text: `${every(view)}${inPeriods(view)}`, covered: ['weekNumbers', 'months'] }
        : { text: every(view), covered: [] };
    default:
      return stepping(view);
  }
}

function stepping(view: RuleView): DayPhrase {
  const weekdays = isSomeDays(view.weekdays) ? ` ${onWeekdays(view.weekdays)}` : '';
  return {
    text: `${every(view)}${weekdays}${inPeriods(view)}`,
    covered: ['weekdays', 'weekNumbers', 'months'],
  };
}

export function every({ freq, interval }: RuleView): string {
  return everyUnit(freq, interval);
}

/** « на 20-й неделе года в мае». */
export function inPeriods(view: RuleView): string {
  return `${inWeeks(view)}${inMonths(view)}`;
}

function weekly(view: RuleView): string {
  const { weekdays, interval } = view;
  if (weekdays.length === 0) return whole(view);
  if (interval > 1) return `${every(view)} ${onWeekdays(weekdays)}`;
  if (weekdays.length === 7) return 'каждый день';
  const gender = sharedGender(weekdays);
  // One "каждый" cannot cover weekdays of different genders.
  return gender && !isWorkingWeek(weekdays)
    ? `${each(gender)} ${weekdayForms(weekdays, 'accusative')}`
    : onWeekdays(weekdays);
}

/** A period without named days: all of its days, or the one that the server chooses. */
function whole(view: RuleView): string {
  return view.everyDay ? `${every(view)} во все дни` : every(view);
}

function monthly(view: RuleView, dayCase: DayCase): DayPhrase {
  const days = daysOf(view, dayCase);
  if (!days) return { text: whole(view), covered: [] };
  if (view.interval > 1) return { text: `${every(view)} ${days.text}`, covered: days.covered };
  const of = view.months.length > 0 ? monthsGenitive(view.months) : 'каждого месяца';
  return { text: `${days.text} ${of}`, covered: [...days.covered, 'months'] };
}

function yearly(view: RuleView, dayCase: DayCase): DayPhrase {
  const { months, monthDays, nthDays, interval } = view;
  if (hasDates(view)) return yearlyDates(view);
  if (view.yearDays.length > 0)
    return yearlyOn(view, { text: yearDays(view, dayCase), covered: ['yearDays'] });
  const days = daysOf(view, dayCase);
  if (!days) return { text: `${whole(view)}${inMonths(view)}`, covered: ['months'] };
  if (nthDays.length > 0 && view.nthWithin === 'year') return yearlyOn(view, days);
  if (months.length === 0 || monthDays.length + nthDays.length === 0) {
    const of = months.length > 0 ? inMonths(view) : monthDays.length > 0 ? ' каждого месяца' : '';
    return { text: `${every(view)} ${days.text}${of}`, covered: [...days.covered, 'months'] };
  }
  const text = `${days.text} ${monthsGenitive(months)}`;
  return { text: interval === 1 ? text : `${every(view)} ${text}`, covered: [...days.covered, 'months'] };
}

function yearlyOn(view: RuleView, days: DayPhrase): DayPhrase {
  const text = view.interval === 1 ? `${days.text} каждого года` : `${every(view)} ${days.text} года`;
  return { text, covered: days.covered };
}

/**
 * Whether days of one month, or one day of several months, can be named as dates: «4 и 5 января», «1 марта и 1 июня».
 */
function hasDates({ months, monthDays, nthDays, yearDays: days }: RuleView): boolean {
  const isDays =
    monthDays.length > 0 && monthDays.every(day => day > 0) && nthDays.length + days.length === 0;
  return isDays && months.length > 0 && (months.length === 1 || monthDays.length === 1);
}

function yearlyDates(view: RuleView): DayPhrase {
  const { months, monthDays } = view;
  const days = ruFormats.and(monthDays.map(String));
  const dates = ruFormats.and(months.map(month => `${days} ${monthsGenitive([month])}`));
  const covered = ['months', 'monthDays'] as const;
  const ofLeapYears = isLeapDay(view) && view.interval === 1;
  return { text: ofLeapYears ? `${dates} каждого високосного года` : `${every(view)} ${dates}`, covered };
}

/** «1 и 15 числа и в последний день», «во второй понедельник», or what BYSETPOS picks from weekdays. */
function daysOf(view: RuleView, dayCase: DayCase): DayPhrase | undefined {
  if (picksWeekday(view)) return { text: pickedWeekday(view, dayCase), covered: ['weekdays'] };
  if (view.nthDays.length > 0)
    return { text: numberedWeekdays(view, dayCase), covered: ['nthDays', 'weekdays'] };
  if (view.monthDays.length > 0)
    return { text: numberedDays(view.monthDays, dayCase), covered: ['monthDays'] };
  return view.weekdays.length > 0
    ? { text: everyWeekday(view.weekdays, dayCase), covered: ['weekdays'] }
    : undefined;
}

function pickedWeekday({ positions, weekdays }: RuleView, dayCase: DayCase): string {
  const [weekday] = weekdays;
  if (weekdays.length === 7) return theDay(positions, dayCase);
  if (weekdays.length === 1 && weekday !== undefined) return theWeekday(positions, weekday, dayCase);
  const which = ruFormats.and(positions.map(position => ordinal(position, 'masculine', dayCase)));
  const at = dayCase === 'accusative' ? inOrdinal(which) : which;
  const day = dayCase === 'accusative' ? 'день' : 'дня';
  if (isWorkingWeek(weekdays)) return `${at} ${dayCase === 'accusative' ? 'будний' : 'буднего'} ${day}`;
  if (isWeekend(weekdays)) return `${at} ${dayCase === 'accusative' ? 'выходной' : 'выходного'} ${day}`;
  return `${at} из всех ${weekdayForms(weekdays, 'genitivePlural')}`;
}

/** The remaining limits on days, which follow the time. */
export function conditions(view: RuleView, covered: DayPhrase['covered']): string {
  const { months, weekdays, nthDays, monthDays } = view;
  const open = (part: DayPhrase['covered'][number]) => view[part].length > 0 && !covered.includes(part);
  const inYearOrMonth = view.nthWithin === 'year' ? 'года' : 'месяца';
  const parts = [
    isLeapDay(view) && covered.includes('monthDays') && view.interval > 1 && 'только в високосные годы',
    open('monthDays') && `только ${numberedDays(monthDays, 'accusative')} месяца`,
    open('yearDays') && `только ${yearDays(view, 'accusative')} года`,
    open('nthDays') && `только ${numberedWeekdays(view, 'accusative')} ${inYearOrMonth}`,
    open('weekdays') &&
      isSomeDays(weekdays) &&
      nthDays.length === 0 &&
      `если это ${isWorkingWeek(weekdays) ? 'будний день' : eitherName(weekdays)}`,
    open('weekNumbers') && `только${inWeeks(view)}`,
    open('months') && `только в ${monthsPrepositional(months)}`,
  ];
  return parts.map(part => (part === false ? '' : `, ${part}`)).join('');
}
