import type { Frequency } from '../../text/recurrenceRule.ts';
import { intlFormats } from './intlFormats.ts';

/** Russian calendar nouns and adjectives in the grammatical cases that schedules need. */

export const ruFormats = intlFormats('ru');
const { and, plural } = ruFormats;

type Numbers = readonly number[];
type Gender = 'masculine' | 'feminine' | 'neuter';

/** Accusative after «в» for days with runs, genitive after «кроме» for days without. */
export type DayCase = 'accusative' | 'genitive';

const weekdayNouns = [
  weekday('masculine', 'понедельник понедельник понедельника понедельникам понедельников пн'),
  weekday('masculine', 'вторник вторник вторника вторникам вторников вт'),
  weekday('feminine', 'среда среду среды средам сред ср'),
  weekday('masculine', 'четверг четверг четверга четвергам четвергов чт'),
  weekday('feminine', 'пятница пятницу пятницы пятницам пятниц пт'),
  weekday('feminine', 'суббота субботу субботы субботам суббот сб'),
  weekday('neuter', 'воскресенье воскресенье воскресенья воскресеньям воскресений вс'),
];

function weekday(gender: Gender, text: string) {
  const [
    nominative = '',
    accusative = '',
    genitive = '',
    dativePlural = '',
    genitivePlural = '',
    short = '',
  ] = text.split(' ');
  return { gender, forms: { nominative, accusative, genitive, dativePlural, genitivePlural, short } };
}

type WeekdayForm = keyof ReturnType<typeof weekday>['forms'];

const genitiveMonths =
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const prepositionalMonths =
  'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(' ');

export function weekdayForm(day: number, form: WeekdayForm): string {
  return weekdayNouns[day]?.forms[form] ?? '';
}

export function weekdayForms(days: Numbers, form: WeekdayForm): string {
  return and(days.map(day => weekdayForm(day, form)));
}

export function genderOf(day: number): Gender {
  return weekdayNouns[day]?.gender ?? 'masculine';
}

const eachForms: Readonly<Record<Gender, string>> = {
  masculine: 'каждый',
  feminine: 'каждую',
  neuter: 'каждое',
};

/** «каждый», «каждую», «каждое» in the accusative; `undefined` for weekdays of different genders. */
export function eachOf(days: Numbers): string | undefined {
  const [gender, ...others] = new Set(days.map(genderOf));
  return gender === undefined || others.length > 0 ? undefined : eachForms[gender];
}

/** «июне и июле», after «в». */
export function monthsPrepositional(months: Numbers): string {
  return and(months.map(month => prepositionalMonths[month - 1] ?? ''));
}

/** «июня и июля». */
export function monthsGenitive(months: Numbers): string {
  return and(months.map(month => genitiveMonths[month - 1] ?? ''));
}

interface OrdinalForms {
  /** The first five, then the last two. */
  readonly words: readonly string[];
  readonly ending: string;
}

function ordinals(ending: string, text: string): OrdinalForms {
  return { ending, words: text.split(' ') };
}

const genitiveOrdinals = ordinals(
  'го',
  'первого второго третьего четвёртого пятого последнего предпоследнего',
);
const ordinalForms: Readonly<Record<DayCase, Readonly<Record<Gender, OrdinalForms>>>> = {
  accusative: {
    masculine: ordinals('й', 'первый второй третий четвёртый пятый последний предпоследний'),
    feminine: ordinals('ю', 'первую вторую третью четвёртую пятую последнюю предпоследнюю'),
    neuter: ordinals('е', 'первое второе третье четвёртое пятое последнее предпоследнее'),
  },
  genitive: {
    masculine: genitiveOrdinals,
    feminine: ordinals('й', 'первой второй третьей четвёртой пятой последней предпоследней'),
    neuter: genitiveOrdinals,
  },
};

/** «третий», «23-й», «последнюю», «3-ю с конца»: the n-th, from the end when negative. */
function ordinal(number: number, gender: Gender, dayCase: DayCase): string {
  const size = Math.abs(number);
  const { words, ending } = ordinalForms[dayCase][gender];
  const word = number > 0 ? words.slice(0, 5)[size - 1] : words.slice(5)[size - 1];
  return word ?? `${size}-${ending}${number < 0 ? ' с конца' : ''}`;
}

/** «второй и последний». */
export function nth(numbers: Numbers, gender: Gender = 'masculine', dayCase: DayCase = 'accusative'): string {
  return and(numbers.map(number => ordinal(number, gender, dayCase)));
}

/** «7-й, 19-й и 33-й», before a feminine noun in the prepositional case. */
export function nthPrepositional(numbers: Numbers): string {
  return and(numbers.map(number => `${number}-й`));
}

/** Accusative singular, genitive singular (2–4), genitive plural (5 and more). */
type CountedForms = readonly [string, string, string];

const unitNouns: Readonly<Record<Frequency, readonly [each: string, ...CountedForms]>> = {
  SECONDLY: ['каждую', 'секунду', 'секунды', 'секунд'],
  MINUTELY: ['каждую', 'минуту', 'минуты', 'минут'],
  HOURLY: ['каждый', 'час', 'часа', 'часов'],
  DAILY: ['каждый', 'день', 'дня', 'дней'],
  WEEKLY: ['каждую', 'неделю', 'недели', 'недель'],
  MONTHLY: ['каждый', 'месяц', 'месяца', 'месяцев'],
  YEARLY: ['каждый', 'год', 'года', 'лет'],
};

/** «час», «неделю». */
export function unit(freq: Frequency): string {
  return unitNouns[freq][1];
}

/** «каждый день», «каждые 2 дня», «каждые 5 лет»; «каждый 31 день» would be the 31st of the month. */
export function everyUnit(freq: Frequency, interval: number): string {
  const [each, ...forms] = unitNouns[freq];
  if (interval === 1) return `${each} ${forms[0]}`;
  const noun = pluralForm(interval, forms);
  return plural(interval) === 'one' ? `раз в ${interval} ${noun}` : `каждые ${interval} ${noun}`;
}

export function pluralForm(count: number, forms: CountedForms): string {
  const category = plural(count);
  return category === 'one' ? forms[0] : category === 'few' ? forms[1] : forms[2];
}

/** «во второй», but «в третий». */
export function inOrdinal(ordinalText: string): string {
  return `${ordinalText.startsWith('втор') ? 'во' : 'в'} ${ordinalText}`;
}
