import type { ScheduleTexts } from '../../protocol/formTexts.ts';
import { firstWeekday, regionalLocale } from '../../util/weekStart.ts';
import { fillIn } from '../dom/dom.ts';

type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

/** The weekdays, with Monday as 0, in the order of the user's calendar. */
export function weekdaysInOrder(locale = calendarLocale()): readonly number[] {
  const first = firstWeekday(locale);
  return Array.from({ length: 7 }, (_, index) => (first + index) % 7);
}

/** The language of the page, with the user's region if the browser reports one for it. */
function calendarLocale(): string {
  return regionalLocale(language(), navigator.languages);
}

/** The names of the weekdays, starting with Monday. */
export function weekdayTexts(length: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(language(), { weekday: length, timeZone: 'UTC' });
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(1970, 0, 5 + day)));
}

/** The names of the months in their standalone form. */
export function monthTexts(): string[] {
  const format = new Intl.DateTimeFormat(language(), { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)));
}

/** Which weekdays of a month can be chosen; others are only listed if the text has one. */
export function nthChoices(texts: ScheduleTexts, chosen: number): { value: string; label: string }[] {
  const { first, second, third, fourth, fifth, last, fromEnd } = texts;
  const usual = [first, second, third, fourth, fifth].map((label, index) => ({
    value: String(index + 1),
    label,
  }));
  const choices = [...usual, { value: '-1', label: last }];
  if (choices.some(({ value }) => value === String(chosen))) return choices;
  return [...choices, { value: String(chosen), label: fillIn(fromEnd, { number: String(-chosen) }) }];
}

function language(): string {
  return document.documentElement.lang || 'en';
}

/** The name of a unit after a number, such as `weeks` for 2, in the user's language. */
export function unitName(unit: TimeUnit, count: number, locale = language()): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  const parts = format.formatToParts(count).filter(({ type }) => type === 'unit');
  return parts.map(({ value }) => value).join(' ');
}
