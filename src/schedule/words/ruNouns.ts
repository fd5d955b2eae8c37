import type { Frequency } from '../recurrenceRule.ts';
import { isWorkingWeek, type RuleView } from '../ruleView.ts';
import { intlFormats } from './intlFormats.ts';

/** Russian nouns and adjectives of the calendar in the cases that schedules need. */

export const ruFormats = intlFormats('ru');

type Gender = 'masculine' | 'feminine' | 'neuter';

interface WeekdayForms {
  readonly gender: Gender;
  readonly nominative: string;
  readonly accusative: string;
  readonly dativePlural: string;
  readonly genitivePlural: string;
  readonly short: string;
}

const WEEKDAYS: readonly WeekdayForms[] = [
  weekday('masculine', 'понедельник понедельник понедельникам понедельников пн'),
  weekday('masculine', 'вторник вторник вторникам вторников вт'),
  weekday('feminine', 'среда среду средам сред ср'),
  weekday('masculine', 'четверг четверг четвергам четвергов чт'),
  weekday('feminine', 'пятница пятницу пятницам пятниц пт'),
  weekday('feminine', 'суббота субботу субботам суббот сб'),
  weekday('neuter', 'воскресенье воскресенье воскресеньям воскресений вс'),
];

function weekday(gender: Gender, forms: string): WeekdayForms {
  const [nominative = '', accusative = '', dativePlural = '', genitivePlural = '', short = ''] =
    forms.split(' ');
  return { gender, nominative, accusative, dativePlural, genitivePlural, short };
}

const MONTHS_GENITIVE =
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const MONTHS_PREPOSITIONAL =
  'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(' ');

export function weekdayForm(day: number, form: Exclude<keyof WeekdayForms, 'gender'>): string {
  return WEEKDAYS[day]?.[form] ?? '';
}

export function weekdayForms(days: readonly number[], form: Exclude<keyof WeekdayForms, 'gender'>): string {
  return ruFormats.and(days.map(day => weekdayForm(day, form)));
}

export function sharedGender(days: readonly number[]): Gender | undefined {
  const genders = new Set(days.map(day => WEEKDAYS[day]?.gender));
  return genders.size === 1 ? [...genders][0] : undefined;
}

const EACH: Readonly<Record<Gender, string>> = {
  masculine: 'каждый',
  feminine: 'каждую',
  neuter: 'каждое',
};

/** "каждый", "каждую", "каждое" in the accusative. */
export function each(gender: Gender): string {
  return EACH[gender];
}

/** "июне и июле", after «в». */
export function monthsPrepositional(months: readonly number[]): string {
  return ruFormats.and(months.map(month => MONTHS_PREPOSITIONAL[month - 1] ?? ''));
}

/** "июня и июля". */
export function monthsGenitive(months: readonly number[]): string {
  return ruFormats.and(months.map(month => MONTHS_GENITIVE[month - 1] ?? ''));
}

const ORDINALS: Readonly<Record<Gender, readonly string[]>> = {
  masculine: ['', 'первый', 'второй', 'третий', 'четвёртый', 'пятый'],
  feminine: ['', 'первую', 'вторую', 'третью', 'четвёртую', 'пятую'],
  neuter: ['', 'первое', 'второе', 'третье', 'четвёртое', 'пятое'],
};
const LAST: Readonly<Record<Gender, readonly string[]>> = {
  masculine: ['', 'последний', 'предпоследний'],
  feminine: ['', 'последнюю', 'предпоследнюю'],
  neuter: ['', 'последнее', 'предпоследнее'],
};
const ORDINAL_ENDINGS: Readonly<Record<Gender, string>> = { masculine: 'й', feminine: 'ю', neuter: 'е' };

/** «третий», «23-й», «последнюю», «3-ю с конца»: the n-th in the accusative, from the end when negative. */
export function ordinal(number: number, gender: Gender): string {
  const fromEnd = number < 0;
  const size = Math.abs(number);
  const word = (fromEnd ? LAST : ORDINALS)[gender][size];
  return word ?? `${size}-${ORDINAL_ENDINGS[gender]}${fromEnd ? ' с конца' : ''}`;
}

export function weekdayOrdinal(number: number, day: number): string {
  return ordinal(number, WEEKDAYS[day]?.gender ?? 'masculine');
}

interface UnitForms {
  readonly gender: Gender;
  /** Accusative singular, genitive singular (2–4), genitive plural (5 and more). */
  readonly forms: readonly [string, string, string];
}

const UNITS: Readonly<Record<Frequency, UnitForms>> = {
  SECONDLY: { gender: 'feminine', forms: ['секунду', 'секунды', 'секунд'] },
  MINUTELY: { gender: 'feminine', forms: ['минуту', 'минуты', 'минут'] },
  HOURLY: { gender: 'masculine', forms: ['час', 'часа', 'часов'] },
  DAILY: { gender: 'masculine', forms: ['день', 'дня', 'дней'] },
  WEEKLY: { gender: 'feminine', forms: ['неделю', 'недели', 'недель'] },
  MONTHLY: { gender: 'masculine', forms: ['месяц', 'месяца', 'месяцев'] },
  YEARLY: { gender: 'masculine', forms: ['год', 'года', 'лет'] },
};

/** «каждый день», «каждые 2 дня», «каждые 5 лет», «каждый 21 день». */
export function everyUnit(freq: Frequency, interval: number): string {
  const { gender, forms } = UNITS[freq];
  if (interval === 1) {
    return `${each(gender)} ${forms[0]}`;
  }
  const noun = pluralForm(interval, forms);
  return ruFormats.plural(interval) === 'one'
    ? `${each(gender)} ${interval} ${noun}`
    : `каждые ${interval} ${noun}`;
}

export function pluralForm(count: number, forms: readonly [string, string, string]): string {
  const category = ruFormats.plural(count);
  return category === 'one' ? forms[0] : category === 'few' ? forms[1] : forms[2];
}

export function onWeekdays(weekdays: readonly number[]): string {
  return isWorkingWeek(weekdays) ? 'по будням' : `по ${weekdayForms(weekdays, 'dativePlural')}`;
}

/** «во второй», but «в третий». */
export function inOrdinal(ordinals: string): string {
  return `${ordinals.startsWith('втор') ? 'во' : 'в'} ${ordinals}`;
}

export function weekNumberPhrase({ weekNumbers }: RuleView): string {
  const ordered = [...weekNumbers.filter(week => week > 0), ...weekNumbers.filter(week => week < 0)];
  const weeks = ordered.map(week =>
    week > 0 ? `${week}-й` : week === -1 ? 'последней' : `${-week}-й с конца`,
  );
  return weeks.length > 0 ? ` на ${ruFormats.and(weeks)} неделе года` : '';
}

export function monthPhrase({ months }: RuleView): string {
  return months.length > 0 ? ` в ${monthsPrepositional(months)}` : '';
}

export function shortNames(weekdays: readonly number[]): string {
  return weekdays.map(day => weekdayForm(day, 'short')).join(', ');
}
