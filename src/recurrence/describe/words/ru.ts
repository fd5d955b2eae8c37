import type { Frequency } from '../../text/recurrenceRule.ts';
import { isWeekend, isWorkingWeek } from '../ruleView.ts';
import { type DayWords, intlFormats, type ScheduleWords } from './en.ts';

const { and, or, plural, longDate, shortDate, shortDateWithYear } = intlFormats('ru');

type Numbers = readonly number[];
type Gender = 'masculine' | 'feminine' | 'neuter';

/** Accusative after «в» for days with runs, genitive after «кроме» for days without. */
type DayCase = 'accusative' | 'genitive';

const weekdayForms = {
  nominative: 'понедельник вторник среда четверг пятница суббота воскресенье'.split(' '),
  accusative: 'понедельник вторник среду четверг пятницу субботу воскресенье'.split(' '),
  genitive: 'понедельника вторника среды четверга пятницы субботы воскресенья'.split(' '),
  dativePlural: 'понедельникам вторникам средам четвергам пятницам субботам воскресеньям'.split(' '),
  genitivePlural: 'понедельников вторников сред четвергов пятниц суббот воскресений'.split(' '),
  short: 'пн вт ср чт пт сб вс'.split(' '),
};
const each: Readonly<Record<Gender, string>> = { masculine: 'каждый', feminine: 'каждую', neuter: 'каждое' };
const months = {
  genitive: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' '),
  prepositional: 'январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре'.split(
    ' ',
  ),
};

/** The ending after a number, the first five, then the last two. */
const ordinalForms: Readonly<Record<DayCase, Readonly<Record<Gender, string>>>> = {
  accusative: {
    masculine: 'й первый второй третий четвёртый пятый последний предпоследний',
    feminine: 'ю первую вторую третью четвёртую пятую последнюю предпоследнюю',
    neuter: 'е первое второе третье четвёртое пятое последнее предпоследнее',
  },
  genitive: {
    masculine: 'го первого второго третьего четвёртого пятого последнего предпоследнего',
    feminine: 'й первой второй третьей четвёртой пятой последней предпоследней',
    neuter: 'го первого второго третьего четвёртого пятого последнего предпоследнего',
  },
};

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

const manyAdjectives = {
  runs: ['', '', ''],
  additional: ['дополнительный', 'дополнительных', 'дополнительных'],
  excluded: ['исключённый', 'исключённых', 'исключённых'],
} as const;

/** «в последний день» in the accusative, «последнего дня» in the genitive. */
function dayWords(dayCase: DayCase): DayWords {
  const isAccusative = dayCase === 'accusative';
  const day = isAccusative ? 'день' : 'дня';
  const withIn = (ordinals: string) => (isAccusative ? inOrdinal(ordinals) : ordinals);
  const theNth = (numbers: Numbers) => withIn(nth(numbers, 'masculine', dayCase));
  const theWeekday = (numbers: Numbers, weekday: number) =>
    `${withIn(nth(numbers, genderOf(weekday), dayCase))} ${weekdayForm(weekday, dayCase)}`;
  const weekdaysOf = (weekdays: Numbers) => {
    if (isAccusative) return onWeekdays(weekdays);
    return weekdays.length === 7 ? 'всех дней' : `всех ${weekdayNames(weekdays, 'genitivePlural')}`;
  };
  return {
    monthDays: numbers => {
      const fromStart = numbers.filter(number => number > 0).map(String);
      const fromEnd = numbers.filter(number => number < 0);
      return and([
        ...(fromStart.length > 0 ? [`${and(fromStart)} числа`] : []),
        ...(fromEnd.length > 0 ? [`${theNth(fromEnd)} ${day}`] : []),
      ]);
    },
    yearDays: numbers => {
      const fromStart = numbers
        .filter(number => number > 0)
        .map(number => `${number}-${isAccusative ? 'й' : 'го'}`);
      const fromEnd = numbers.filter(number => number < 0).map(number => nth([number], 'masculine', dayCase));
      return `${withIn(and([...fromStart, ...fromEnd]))} ${day}`;
    },
    weekdays: weekdaysOf,
    numberedWeekdays: (numberedDays, weekdays) => {
      const which = numberedDays.map(({ numbers, weekday }) => theWeekday(numbers, weekday));
      return and([...which, ...(weekdays.length > 0 ? [weekdaysOf(weekdays)] : [])]);
    },
    pickedWeekday: (positions, weekdays) => {
      const [weekday = 0] = weekdays;
      if (weekdays.length === 1) return theWeekday(positions, weekday);
      const which = theNth(positions);
      if (weekdays.length === 7) return `${which} ${day}`;
      if (isWorkingWeek(weekdays)) return `${which} ${isAccusative ? 'будний' : 'буднего'} ${day}`;
      if (isWeekend(weekdays)) return `${which} ${isAccusative ? 'выходной' : 'выходного'} ${day}`;
      return `${which} из всех ${weekdayNames(weekdays, 'genitivePlural')}`;
    },
  };
}

export const russianWords: ScheduleWords = {
  noSchedule: 'без расписания',
  noRuns: 'ни одного запуска',
  unreadable: 'расписание, которое не удалось прочитать',

  /** «каждый день», «каждые 2 дня», «каждые 5 лет»; «каждый 31 день» would be the 31st of the month. */
  every: (freq, interval) => {
    const [eachUnit, ...forms] = unitNouns[freq];
    if (interval === 1) return `${eachUnit} ${forms[0]}`;
    const noun = pluralForm(interval, forms);
    return plural(interval) === 'one' ? `раз в ${interval} ${noun}` : `каждые ${interval} ${noun}`;
  },
  each: 'кажд',
  days: dayWords('accusative'),
  exceptDays: dayWords('genitive'),
  leading: text => text,
  exceptWeekdays: weekdays => weekdayNames(weekdays, 'genitivePlural'),
  everyWeekday: weekdays => {
    if (weekdays.length === 7) return 'каждый день';
    // One «каждый» cannot cover weekdays of different genders.
    const [gender, ...others] = new Set(weekdays.map(genderOf));
    if (gender === undefined || others.length > 0 || isWorkingWeek(weekdays)) return onWeekdays(weekdays);
    return `${each[gender]} ${weekdayNames(weekdays, 'accusative')}`;
  },
  ofWeeks: onWeekdays,
  onWeekdays,
  onEveryDay: 'во все дни',
  /** Days of one month, or one day of several months: «4 и 5 января», «1 марта и 1 июня». */
  dates: (numbers, monthDays) => {
    if (Math.min(numbers.length, monthDays.length) !== 1) return undefined;
    return and(numbers.map(month => `${and(monthDays.map(String))} ${monthNames([month], 'genitive')}`));
  },
  inMonths: numbers => `в ${monthNames(numbers, 'prepositional')}`,
  ofMonths: numbers => monthNames(numbers, 'genitive'),
  /** «на 1-й и последней неделе года». */
  inWeeks: weeks => {
    const fromStart = weeks.filter(week => week > 0).map(week => `${week}-й`);
    const fromEnd = weeks.filter(week => week < 0);
    const ofEnd = fromEnd.map(week => (week === -1 ? 'последней' : `${-week}-й с конца`));
    return `на ${and([...fromStart, ...ofEnd])} неделе года`;
  },
  of: {
    month: 'месяца',
    everyMonth: 'каждого месяца',
    eachMonth: 'каждого месяца',
    year: 'года',
    everyYear: 'каждого года',
    everyLeapYear: 'каждого високосного года',
  },
  only: 'только',
  inLeapYears: 'только в високосные годы',
  ifWeekday: weekdays => {
    const names = weekdays.map(day => weekdayForm(day, 'nominative'));
    return `если это ${isWorkingWeek(weekdays) ? 'будний день' : or(names)}`;
  },
  onlyRuns: (positions, freq) => `только ${nth(positions)} запуск за ${unitNouns[freq][1]}`,
  withWeekStart: weekday => `если считать недели с ${weekdayForm(weekday, 'genitive')}`,

  at: times => `в ${and(times)}`,
  fromTo: (first, last) => `с ${first} до ${last}`,
  between: (first, last) => `с ${first} до ${last}`,
  startingAt: time => `начиная с ${time}`,
  minutesAfter: (minutes, hours) => {
    const after = hours.length === 24 ? 'каждого часа' : `после ${and(hours.map(hour => `${hour}:00`))}`;
    return `, на ${asOrdinals(minutes)} минуте ${after}`;
  },
  minutesOfHour: minutes =>
    minutes.join() === '0' ? 'в начале часа' : `на ${asOrdinals(minutes)} минуте часа`,
  secondsOfMinute: seconds => `на ${asOrdinals(seconds)} секунде минуты`,
  atStartTime: ', во время суток первого запуска',

  brief: {
    daily: 'ежедневно',
    workingWeek: 'пн–пт',
    weekdays: weekdays => weekdays.map(day => weekdayForm(day, 'short')).join(', '),
    monthDays: monthDays => `${monthDays.join(', ')} числа`,
  },

  date: longDate,
  briefDate: shortDateWithYear,
  dateTime: (wallMs, time) => `${longDate(wallMs)}${time && ` в ${time}`}`,
  briefDateTime: (wallMs, time) => `${shortDate(wallMs)} ${time}`.trim(),
  list: and,
  alsoOn: dateTimes => `а также ${dateTimes}`,
  startDate: dateTime => `в день начала ${dateTime}`,
  except: excluded => excluded.map(day => `кроме ${day}`).join(' и '),
  exceptions: rules => `исключения: ${rules.join('; ')}`,
  listedDates: {
    runs: (dates, count) => (count === 1 ? `один раз ${dates}` : dates),
    additional: dates => `дополнительные запуски: ${dates}`,
    excluded: dates => `исключённые запуски: ${dates}`,
  },
  /** Month and year in the form that follows a day: «января 2027 г.». */
  daysOfMonth: (ofMonth, wallMs) => `${and(ofMonth)} ${longDate(wallMs).replace(/^\d+ /, '')}`,
  manyDates: (kind, { count, times, days }, zoneLabel) => {
    const noun = pluralForm(
      count,
      times.length > 0 ? ['запуск', 'запуска', 'запусков'] : ['день', 'дня', 'дней'],
    );
    const adjective = pluralForm(count, manyAdjectives[kind]);
    const at = times.length > 0 ? ` в ${and(times)}${zoneLabel}` : '';
    return `${count} ${adjective && `${adjective} `}${noun}${at}: ${days}`;
  },
  from: date => `с ${date}`,
  until: date => `по ${date}`,
  paused: date => `на паузе до ${date}`,
  withoutEnd: 'без даты окончания',
  count: count =>
    count === 1 ? 'только один запуск' : `всего ${count} ${pluralForm(count, ['раз', 'раза', 'раз'])}`,
  joinRules: rules => rules.join('; а также '),
  inMinutes: minutes => `через ${minutes} мин`,
  inHours: hours => `через ${hours} ч`,
  now: 'сейчас',
  weekdayTime: (weekday, time) => `${weekdayForm(weekday, 'short')} ${time}`,
};

function onWeekdays(weekdays: Numbers): string {
  if (weekdays.length === 7) return 'во все дни';
  return isWorkingWeek(weekdays) ? 'по будням' : `по ${weekdayNames(weekdays, 'dativePlural')}`;
}

function genderOf(day: number): Gender {
  if (day === 6) return 'neuter';
  return weekdayForm(day, 'nominative').endsWith('а') ? 'feminine' : 'masculine';
}

function weekdayForm(day: number, form: keyof typeof weekdayForms): string {
  return weekdayForms[form][day] ?? '';
}

function weekdayNames(days: Numbers, form: keyof typeof weekdayForms): string {
  return and(days.map(day => weekdayForm(day, form)));
}

function monthNames(numbers: Numbers, form: keyof typeof months): string {
  return and(numbers.map(month => months[form][month - 1] ?? ''));
}

/** «второй и последний», «23-й», «3-ю с конца»: numbers below 0 count from the end. */
function nth(numbers: Numbers, gender: Gender = 'masculine', dayCase: DayCase = 'accusative'): string {
  const [ending = '', ...words] = ordinalForms[dayCase][gender].split(' ');
  const ordinals = numbers.map(number => {
    const size = Math.abs(number);
    const word = number > 0 ? words.slice(0, 5)[size - 1] : words.slice(5)[size - 1];
    return word ?? `${size}-${ending}${number < 0 ? ' с конца' : ''}`;
  });
  return and(ordinals);
}

/** «7-й, 19-й и 33-й», before a feminine noun in the prepositional case. */
function asOrdinals(numbers: Numbers): string {
  return and(numbers.map(number => `${number}-й`));
}

function pluralForm(count: number, [one, few, many]: CountedForms): string {
  const category = plural(count);
  return category === 'one' ? one : category === 'few' ? few : many;
}

/** «во второй», but «в третий». */
function inOrdinal(ordinalText: string): string {
  return `${ordinalText.startsWith('втор') ? 'во' : 'в'} ${ordinalText}`;
}
