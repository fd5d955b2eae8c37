import {
  type DayPhrase,
  isLeapDay,
  isSomeDays,
  isWeekend,
  isWorkingWeek,
  type RuleView,
} from '../ruleView.ts';
import {
  allMonthNames,
  eitherName,
  every,
  formats,
  monthNames,
  names,
  ordinalWord,
  pluralNames,
  weekdayNames,
} from './enNouns.ts';
import { numberedDays, numberedWeekdays, weekNumbers, yearDays } from './enNumberedDays.ts';
import { picksWeekday } from './picksWeekday.ts';

/** How often and on which days a rule runs; what does not fit is left to `conditions`. */
export function dayPhrase(view: RuleView): DayPhrase {
  switch (view.freq) {
    case 'WEEKLY':
      return weekly(view);
    case 'MONTHLY':
      return monthly(view);
    case 'YEARLY':
      return yearly(view);
    case 'DAILY':
      return view.interval === 1
        ? { text: `${every(view)}${inPeriods(view)}`, covered: ['weekNumbers', 'months'] }
        : { text: every(view), covered: [] };
    default:
      return stepping(view);
  }
}

function stepping(view: RuleView): DayPhrase {
  const weekdays = isSomeDays(view.weekdays) ? ` on ${pluralNames(view.weekdays)}` : '';
  return {
    text: `${every(view)}${weekdays}${inPeriods(view)}`,
    covered: ['weekdays', 'weekNumbers', 'months'],
  };
}

/** " in week 20 of the year in May". */
export function inPeriods(view: RuleView): string {
  return `${view.weekNumbers.length > 0 ? ` in ${weekNumbers(view)}` : ''}${inMonths(view)}`;
}

function inMonths({ months }: RuleView): string {
  return months.length > 0 ? ` in ${monthNames(months)}` : '';
}

function weekly(view: RuleView): DayPhrase {
  return {
    text: `${everyWeekday(view)}${inPeriods(view)}`,
    covered: ['weekdays', 'weekNumbers', 'months'],
  };
}

function everyWeekday(view: RuleView): string {
  const { weekdays, interval } = view;
  if (weekdays.length === 0) return whole(view);
  if (interval > 1) return `${every(view)} on ${isWorkingWeek(weekdays) ? 'weekdays' : namesOrAll(weekdays)}`;
  if (weekdays.length === 7) return 'every day';
  return isWorkingWeek(weekdays) ? 'every weekday' : `every ${names(weekdays)}`;
}

/** A period without named days: all of its days, or the one that the server chooses. */
function whole(view: RuleView): string {
  return view.everyDay ? `${every(view)} on every day` : every(view);
}

function monthly(view: RuleView): DayPhrase {
  const days = daysOf(view);
  if (!days) return { text: whole(view), covered: [] };
  if (view.interval > 1) return { text: `${every(view)} on ${days.text}`, covered: days.covered };
  const of = view.months.length > 0 ? monthNames(view.months) : 'every month';
  return { text: `${onThe(days)} of ${of}`, covered: [...days.covered, 'months'] };
}

function yearly(view: RuleView): DayPhrase {
  const { months, monthDays, nthDays, interval } = view;
  if (isDate(view)) return yearlyDate(view);
  if (view.yearDays.length > 0) return yearlyOn(view, { text: yearDays(view), covered: ['yearDays'] });
  const days = daysOf(view);
  if (!days) return { text: `${whole(view)}${inMonths(view)}`, covered: ['months'] };
  if (nthDays.length > 0 && view.nthWithin === 'year') return yearlyOn(view, days);
  const hasOwnMonths = monthDays.length + nthDays.length > 0;
  if (months.length === 0 || !hasOwnMonths)
    return { text: `${every(view)} on ${days.text}${ofMonths(view)}`, covered: [...days.covered, 'months'] };
  const text = `${onThe(days)} of ${monthNames(months)}`;
  return { text: interval === 1 ? text : `${every(view)} ${text}`, covered: [...days.covered, 'months'] };
}

function ofMonths({ months, monthDays }: RuleView): string {
  if (months.length > 0) return ` in ${monthNames(months)}`;
  // YEARLY;BYMONTHDAY=1 runs in every month of the years that it matches.
  return monthDays.length > 0 ? ' of each month' : '';
}

function yearlyOn(view: RuleView, days: DayPhrase): DayPhrase {
  const text =
    view.interval === 1 ? `on ${days.text} of every year` : `${every(view)} on ${days.text} of the year`;
  return { text, covered: days.covered };
}

/** Whether the day is a date with a name of its own, such as January 4. */
function isDate({ months, monthDays, nthDays, yearDays: days }: RuleView): boolean {
  return (
    months.length === 1 &&
    monthDays.length === 1 &&
    (monthDays[0] ?? 0) > 0 &&
    nthDays.length + days.length === 0
  );
}

function yearlyDate(view: RuleView): DayPhrase {
  const date = `${allMonthNames[(view.months[0] ?? 1) - 1]} ${view.monthDays[0]}`;
  const covered = ['months', 'monthDays'] as const;
  const ofLeapYears = isLeapDay(view) && view.interval === 1;
  return { text: ofLeapYears ? `on ${date} of every leap year` : `${every(view)} on ${date}`, covered };
}

function onThe(days: DayPhrase): string {
  return days.text.startsWith('every ') ? days.text : `on ${days.text}`;
}

/** "the 1st and the last day", "the second Monday", or the one that BYSETPOS picks from weekdays. */
function daysOf(view: RuleView): DayPhrase | undefined {
  if (picksWeekday(view)) return { text: pickedWeekday(view), covered: ['weekdays'] };
  if (view.nthDays.length > 0) return { text: numberedWeekdays(view), covered: ['nthDays', 'weekdays'] };
  if (view.monthDays.length > 0) return { text: numberedDays(view.monthDays), covered: ['monthDays'] };
  return view.weekdays.length > 0 ? { text: everyNamed(view.weekdays), covered: ['weekdays'] } : undefined;
}

function namesOrAll(weekdays: readonly number[]): string {
  return weekdays.length === 7 ? 'every day' : names(weekdays);
}

function everyNamed(weekdays: readonly number[]): string {
  return weekdays.length === 7 ? 'every day' : `every ${names(weekdays)}`;
}

function pickedWeekday({ positions, weekdays }: RuleView): string {
  const which = `the ${formats.and(positions.map(ordinalWord))}`;
  if (weekdays.length === 7) return `${which} day`;
  if (isWorkingWeek(weekdays)) return `${which} weekday`;
  if (isWeekend(weekdays)) return `${which} weekend day`;
  return weekdays.length === 1
    ? `${which} ${names(weekdays)}`
    : `${which} of all ${formats.and(weekdays.map(day => `${weekdayNames[day]}s`))}`;
}

/** The remaining limits on days, which follow the time. */
export function conditions(view: RuleView, covered: DayPhrase['covered']): string {
  const { months, weekdays, nthDays, monthDays } = view;
  const open = (part: DayPhrase['covered'][number]) => view[part].length > 0 && !covered.includes(part);
  const parts = [
    isLeapDay(view) && covered.includes('monthDays') && view.interval > 1 && 'in leap years only',
    open('monthDays') && `only on ${numberedDays(monthDays)} of the month`,
    open('yearDays') && `only on ${yearDays(view)} of the year`,
    open('nthDays') && `only on ${numberedWeekdays(view)} of the ${view.nthWithin}`,
    open('weekdays') && isSomeDays(weekdays) && nthDays.length === 0 && `if it is a ${dayOr(weekdays)}`,
    open('weekNumbers') && `only in ${weekNumbers(view)}`,
    open('months') && `only in ${monthNames(months)}`,
  ];
  return parts.map(part => (part === false ? '' : `, ${part}`)).join('');
}

function dayOr(weekdays: readonly number[]): string {
  return isWorkingWeek(weekdays) ? 'weekday' : eitherName(weekdays);
}
