import { type RuleView, sharedWeekday } from '../ruleView.ts';
import {
  type DayCase,
  inOrdinal,
  onWeekdays,
  ordinal,
  ruFormats,
  weekdayForm,
  weekdayForms,
  weekdayOrdinal,
} from './ruNouns.ts';

/** «1 и 15 числа и в последний день»; «1 и 15 числа и последнего дня» in the genitive. */
export function numberedDays(days: readonly number[], dayCase: DayCase): string {
  const fromStart = days.filter(day => day > 0).map(String);
  const fromEnd = days.filter(day => day < 0);
  return ruFormats.and([
    ...(fromStart.length > 0 ? [`${ruFormats.and(fromStart)} числа`] : []),
    ...(fromEnd.length > 0 ? [theDay(fromEnd, dayCase)] : []),
  ]);
}

/** «в предпоследний и последний день». */
export function theDay(numbers: readonly number[], dayCase: DayCase): string {
  const which = ruFormats.and(numbers.map(number => ordinal(number, 'masculine', dayCase)));
  return dayCase === 'accusative' ? `${inOrdinal(which)} день` : `${which} дня`;
}

/** «в первый понедельник и по вторникам»: numbered and plain weekdays combined, either of which may match. */
export function numberedWeekdays({ nthDays, weekdays }: RuleView, dayCase: DayCase): string {
  const shared = sharedWeekday(nthDays);
  const numbered =
    shared === undefined
      ? nthDays.map(({ nth, weekday }) => theWeekday([nth], weekday, dayCase))
      : [
          theWeekday(
            nthDays.map(({ nth }) => nth),
            shared,
            dayCase,
          ),
        ];
  return ruFormats.and([...numbered, ...(weekdays.length > 0 ? [everyWeekday(weekdays, dayCase)] : [])]);
}

export function theWeekday(numbers: readonly number[], weekday: number, dayCase: DayCase): string {
  const which = ruFormats.and(numbers.map(number => weekdayOrdinal(number, weekday, dayCase)));
  return `${dayCase === 'accusative' ? inOrdinal(which) : which} ${weekdayForm(weekday, dayCase)}`;
}

export function everyWeekday(weekdays: readonly number[], dayCase: DayCase): string {
  if (dayCase === 'accusative') return onWeekdays(weekdays);
  return weekdays.length === 7 ? 'всех дней' : `всех ${weekdayForms(weekdays, 'genitivePlural')}`;
}

/** «в 4-й и последний день». */
export function yearDays({ yearDays: days }: RuleView, dayCase: DayCase): string {
  const ending = dayCase === 'accusative' ? 'й' : 'го';
  const fromEnd = days.filter(day => day < 0);
  const numbers = [
    ...days.filter(day => day > 0).map(day => `${day}-${ending}`),
    ...fromEnd.map(day => ordinal(day, 'masculine', dayCase)),
  ];
  const which = ruFormats.and(numbers);
  return dayCase === 'accusative' ? `${inOrdinal(which)} день` : `${which} дня`;
}

/** «на 1-й и последней неделе года». */
export function inWeeks({ weekNumbers }: RuleView): string {
  const fromEnd = weekNumbers.filter(week => week < 0);
  const weeks = [
    ...weekNumbers.filter(week => week > 0).map(week => `${week}-й`),
    ...fromEnd.map(week => (week === -1 ? 'последней' : `${-week}-й с конца`)),
  ];
  return weeks.length > 0 ? ` на ${ruFormats.and(weeks)} неделе года` : '';
}
