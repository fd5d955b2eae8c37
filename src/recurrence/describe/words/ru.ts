import { isWeekend, isWorkingWeek } from '../ruleView.ts';
import type { DayWords, ScheduleWords } from './en.ts';
import {
  type DayCase,
  eachOf,
  everyUnit,
  genderOf,
  inOrdinal,
  monthsGenitive,
  monthsPrepositional,
  nth,
  nthPrepositional,
  pluralForm,
  ruFormats,
  unit,
  weekdayForm,
  weekdayForms,
} from './ruNouns.ts';

const { and, or, longDate, shortDate, shortDateWithYear } = ruFormats;

type Numbers = readonly number[];

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
    return weekdays.length === 7 ? 'всех дней' : `всех ${weekdayForms(weekdays, 'genitivePlural')}`;
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
      return `${which} из всех ${weekdayForms(weekdays, 'genitivePlural')}`;
    },
  };
}

export const russianWords: ScheduleWords = {
  noSchedule: 'без расписания',
  noRuns: 'ни одного запуска',
  unreadable: 'расписание, которое не удалось прочитать',

  every: everyUnit,
  each: 'кажд',
  days: dayWords('accusative'),
  exceptDays: dayWords('genitive'),
  leading: text => text,
  exceptWeekdays: weekdays => weekdayForms(weekdays, 'genitivePlural'),
  everyWeekday: weekdays => {
    if (weekdays.length === 7) return 'каждый день';
    // One «каждый» cannot cover weekdays of different genders.
    const each = isWorkingWeek(weekdays) ? undefined : eachOf(weekdays);
    return each === undefined ? onWeekdays(weekdays) : `${each} ${weekdayForms(weekdays, 'accusative')}`;
  },
  ofWeeks: onWeekdays,
  onWeekdays,
  onEveryDay: 'во все дни',
  /** Days of one month, or one day of several months: «4 и 5 января», «1 марта и 1 июня». */
  dates: (months, monthDays) => {
    if (Math.min(months.length, monthDays.length) !== 1) return undefined;
    return and(months.map(month => `${and(monthDays.map(String))} ${monthsGenitive([month])}`));
  },
  inMonths: months => `в ${monthsPrepositional(months)}`,
  ofMonths: monthsGenitive,
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
  onlyRuns: (positions, freq) => `только ${nth(positions)} запуск за ${unit(freq)}`,
  withWeekStart: weekday => `если считать недели с ${weekdayForm(weekday, 'genitive')}`,

  at: times => `в ${and(times)}`,
  fromTo: (first, last) => `с ${first} до ${last}`,
  between: (first, last) => `с ${first} до ${last}`,
  startingAt: time => `начиная с ${time}`,
  minutesAfter: (minutes, hours) => {
    const after = hours.length === 24 ? 'каждого часа' : `после ${and(hours.map(hour => `${hour}:00`))}`;
    return `, на ${nthPrepositional(minutes)} минуте ${after}`;
  },
  minutesOfHour: minutes =>
    minutes.join() === '0' ? 'в начале часа' : `на ${nthPrepositional(minutes)} минуте часа`,
  secondsOfMinute: seconds => `на ${nthPrepositional(seconds)} секунде минуты`,
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
  return isWorkingWeek(weekdays) ? 'по будням' : `по ${weekdayForms(weekdays, 'dativePlural')}`;
}
