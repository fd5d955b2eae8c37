import type { Frequency } from '../../text/recurrenceRule.ts';
import { isWorkingWeek, type RuleView } from '../ruleView.ts';
import { intlFormats } from './intlFormats.ts';

/** Russian calendar nouns and adjectives in the grammatical cases that schedules need. */

export const ruFormats = intlFormats('ru');

type Gender = 'masculine' | 'feminine' | 'neuter';

/** Accusative after «в» for days with runs, genitive after «кроме» for days without. */
export type DayCase = 'accusative' | 'genitive';

interface WeekdayForms {
  readonly gender: Gender;
  readonly nominative: string;
  readonly accusative: string;
  readonly genitive: string;
  readonly dativePlural: string;
  readonly genitivePlural: string;
  readonly short: string;
}

const weekdayNouns: readonly WeekdayForms[] = [
  weekday('masculine', 'понедельник понедельник понедельника понедельникам понедельников пн'),
  weekday('masculine', 'вторник вторник вторника вторникам вторников вт'),
  weekday('feminine', 'среда среду среды средам сред ср'),
  weekday('masculine', 'четверг четверг четверга четвергам четвергов чт'),
  weekday('feminine', 'пятница пятницу пятницы пятницам пятниц пт'),
  weekday('feminine', 'суббота субботу субботы субботам суббот сб'),
  weekday('neuter', 'воскресенье воскресенье воскресенья воскресеньям воскресений вс'),
];

function weekday(gender: Gender, forms: string): WeekdayForms {
  const [
    nominative = '',
    accusative = '',
    genitive = '',
    dativePlural = '',
    genitivePlural = '',
    short = '',
  ] = forms.split(' ');
  return { gender, nominative, accusative, genitive, dativePlural, genitivePlural, short };
}

const genitiveMonths =
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const prepositionalMonths =
  'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(' ');

export function weekdayForm(day: number, form: Exclude<keyof WeekdayForms, 'gender'>): string {
  return weekdayNouns[day]?.[form] ?? '';
}

export function weekdayForms(days: readonly number[], form: Exclude<keyof WeekdayForms, 'gender'>): string {
  return ruFormats.and(days.map(day => weekdayForm(day, form)));
}

export function sharedGender(days: readonly number[]): Gender | undefined {
  const genders = new Set(days.map(day => weekdayNouns[day]?.gender));
  return genders.size === 1 ? [...genders][0] : undefined;
}

const eachForms: Readonly<Record<Gender, string>> = {
  masculine: 'каждый',
  feminine: 'каждую',
  neuter: 'каждое',
};

/** "каждый", "каждую", "каждое" in the accusative. */
export function each(gender: Gender): string {
  return eachForms[gender];
}

/** "июне и июле", after «в». */
export function monthsPrepositional(months: readonly number[]): string {
  return ruFormats.and(months.map(month => prepositionalMonths[month - 1] ?? ''));
}

/** "июня и июля". */
export function monthsGenitive(months: readonly number[]): string {
  return ruFormats.and(months.map(month => genitiveMonths[month - 1] ?? ''));
}

/** The first five, then the last two. */
const ordinalWords: Readonly<Record<DayCase, Readonly<Record<Gender, readonly string[]>>>> = {
  accusative: {
    masculine: 'первый второй третий четвёртый пятый последний предпоследний'.split(' '),
    feminine: 'первую вторую третью четвёртую пятую последнюю предпоследнюю'.split(' '),
    neuter: 'первое второе третье четвёртое пятое последнее предпоследнее'.split(' '),
  },
  genitive: {
    masculine: 'первого второго третьего четвёртого пятого последнего предпоследнего'.split(' '),
    feminine: 'первой второй третьей четвёртой пятой последней предпоследней'.split(' '),
    neuter: 'первого второго третьего четвёртого пятого последнего предпоследнего'.split(' '),
  },
};
const ordinalEndings: Readonly<Record<DayCase, Readonly<Record<Gender, string>>>> = {
  accusative: { masculine: 'й', feminine: 'ю', neuter: 'е' },
  genitive: { masculine: 'го', feminine: 'й', neuter: 'го' },
};

/** «третий», «23-й», «последнюю», «3-ю с конца»: the n-th, from the end when negative. */
export function ordinal(number: number, gender: Gender, dayCase: DayCase = 'accusative'): string {
  const size = Math.abs(number);
  const words = ordinalWords[dayCase][gender];
  const word = number > 0 ? words.slice(0, 5)[size - 1] : words.slice(5)[size - 1];
  return word ?? `${size}-${ordinalEndings[dayCase][gender]}${number < 0 ? ' с конца' : ''}`;
}

export function weekdayOrdinal(number: number, day: number, dayCase: DayCase = 'accusative'): string {
  return ordinal(number, weekdayNouns[day]?.gender ?? 'masculine', dayCase);
}

interface UnitForms {
  readonly gender: Gender;
  /** Accusative singular, genitive singular (2–4), genitive plural (5 and more). */
  readonly forms: readonly [string, string, string];
}

const unitNouns: Readonly<Record<Frequency, UnitForms>> = {
  SECONDLY: { gender: 'feminine', forms: ['секунду', 'секунды', 'секунд'] },
  MINUTELY: { gender: 'feminine', forms: ['минуту', 'минуты', 'минут'] },
  HOURLY: { gender: 'masculine', forms: ['час', 'часа', 'часов'] },
  DAILY: { gender: 'masculine', forms: ['день', 'дня', 'дней'] },
  WEEKLY: { gender: 'feminine', forms: ['неделю', 'недели', 'недель'] },
  MONTHLY: { gender: 'masculine', forms: ['месяц', 'месяца', 'месяцев'] },
  YEARLY: { gender: 'masculine', forms: ['год', 'года', 'лет'] },
};

/** «каждый день», «каждые 2 дня», «каждые 5 лет»; «каждый 31 день» would be the 31st of the month. */
export function everyUnit(freq: Frequency, interval: number): string {
  const { gender, forms } = unitNouns[freq];
  if (interval === 1) return `${each(gender)} ${forms[0]}`;
  const noun = pluralForm(interval, forms);
  return ruFormats.plural(interval) === 'one' ? `раз в ${interval} ${noun}` : `каждые ${interval} ${noun}`;
}

export function pluralForm(count: number, forms: readonly [string, string, string]): string {
  const category = ruFormats.plural(count);
  return category === 'one' ? forms[0] : category === 'few' ? forms[1] : forms[2];
}

/** «пятница или суббота». */
export function eitherName(weekdays: readonly number[]): string {
  return ruFormats.or(weekdays.map(day => weekdayForm(day, 'nominative')));
}

export function onWeekdays(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'во все дни';
  return isWorkingWeek(weekdays) ? 'по будням' : `по ${weekdayForms(weekdays, 'dativePlural')}`;
}

/** «во второй», but «в третий». */
export function inOrdinal(ordinals: string): string {
  return `${ordinals.startsWith('втор') ? 'во' : 'в'} ${ordinals}`;
}

/** « в марте и июне». */
export function inMonths({ months }: RuleView): string {
  return months.length > 0 ? ` в ${monthsPrepositional(months)}` : '';
}

export function shortNames(weekdays: readonly number[]): string {
  return weekdays.map(day => weekdayForm(day, 'short')).join(', ');
}
