import type { Frequency } from '../../text/recurrenceRule.ts';
import type { RuleView } from '../ruleView.ts';
import { briefTimes } from '../timesView.ts';
import { briefDays } from './briefDays.ts';
import { picksWeekday } from './picksWeekday.ts';
import { conditions, dayPhrase, every, inPeriods } from './ruDays.ts';
import { ordinal, pluralForm, ruFormats, shortNames, weekdayForm, weekdayForms } from './ruNouns.ts';
import { timePhrase } from './ruTimes.ts';
import type { DateKind, ScheduleWords } from './scheduleWords.ts';

export const russianWords: ScheduleWords = {
  noSchedule: 'без расписания',
  noRuns: 'ни одного запуска',
  unreadable: 'расписание, которое не удалось прочитать',
  rule: view => ruleWith(view, timePhrase(view)),
  briefRule,
  exceptRule,
  atStartTime: ', во время суток первого запуска',
  date: ruFormats.longDate,
  briefDate: ruFormats.shortDateWithYear,
  dateTime: (wallMs, time) => `${ruFormats.longDate(wallMs)}${time && ` в ${time}`}`,
  briefDateTime: (wallMs, time) => `${ruFormats.shortDate(wallMs)} ${time}`.trim(),
  list: ruFormats.and,
  onDates: (dateTimes, count) => (count === 1 ? `один раз ${dateTimes}` : dateTimes),
  alsoOn: dateTimes => `а также ${dateTimes}`,
  startDate: dateTime => `в день начала ${dateTime}`,
  except: days => days.map(day => `кроме ${day}`).join(' и '),
  exceptions: rules => `исключения: ${rules.join('; ')}`,
  exceptionDates: dates => `исключённые запуски: ${dates}`,
  moreDates: dates => `дополнительные запуски: ${dates}`,
  daysOfMonth: (days, wallMs) => `${ruFormats.and(days)} ${monthAndYear(wallMs)}`,
  manyDates: (kind, { count, times, zoneLabel, days }) => {
    const noun = pluralForm(count, manyNouns[times.length > 0 ? 'runs' : 'days']);
    const adjective = pluralForm(count, manyAdjectives[kind]);
    const at = times.length > 0 ? ` в ${ruFormats.and(times)}${zoneLabel}` : '';
    return `${[count, adjective, noun].filter(word => word !== '').join(' ')}${at}: ${days}`;
  },
  from: date => `с ${date}`,
  until: date => `по ${date}`,
  withoutEnd: 'без даты окончания',
  count: count =>
    count === 1 ? 'только один запуск' : `всего ${count} ${pluralForm(count, ['раз', 'раза', 'раз'])}`,
  joinRules: rules => rules.join('; а также '),
  andMore: '…',
  inMinutes: minutes => `через ${minutes} мин`,
  inHours: hours => `через ${hours} ч`,
  now: 'сейчас',
  weekdayTime: (weekday, time) => `${weekdayForm(weekday, 'short')} ${time}`,
};

const manyAdjectives: Readonly<Record<DateKind, readonly [string, string, string]>> = {
  runs: ['', '', ''],
  additional: ['дополнительный', 'дополнительных', 'дополнительных'],
  excluded: ['исключённый', 'исключённых', 'исключённых'],
};
const manyNouns = { runs: ['запуск', 'запуска', 'запусков'], days: ['день', 'дня', 'дней'] } as const;

/** Month and year in the form that follows a day: «января 2027 г.». */
function monthAndYear(wallMs: number): string {
  return ruFormats.longDate(wallMs).replace(/^\d+ /, '');
}

function ruleWith(view: RuleView, times: string): string {
  const days = dayPhrase(view);
  return `${days.text}${times}${conditions(view, days.covered)}${ownLimits(view)}`;
}

/** What limits the rule's own runs: positions, and the day on which its weeks start. */
function ownLimits(view: RuleView): string {
  const { positions, weekStart, freq } = view;
  const numbers = ruFormats.and(positions.map(position => ordinal(position, 'masculine')));
  const picked =
    positions.length > 0 && !picksWeekday(view) ? `, только ${numbers} запуск ${within[freq]}` : '';
  const weeks =
    weekStart === undefined ? '' : `, если считать недели с ${weekdayForm(weekStart, 'genitive')}`;
  return `${picked}${weeks}`;
}

const within: Readonly<Record<Frequency, string>> = {
  SECONDLY: 'за секунду',
  MINUTELY: 'за минуту',
  HOURLY: 'за час',
  DAILY: 'за день',
  WEEKLY: 'за неделю',
  MONTHLY: 'за месяц',
  YEARLY: 'за год',
};

/** `undefined` when the rule cannot be expressed in the genitive. */
function exceptRule(view: RuleView, time: string | undefined): string | undefined {
  const days = dayPhrase(view, 'genitive');
  const rest = conditions(view, days.covered) + ownLimits(view);
  const times = time ?? timePhrase(view);
  if (view.interval > 1) return undefined;
  if (view.freq === 'WEEKLY' && view.weekdays.length > 0 && rest === '')
    return `${weekdayForms(view.weekdays, 'genitivePlural')}${inPeriods(view)}${times}`;
  const isGenitive = (view.freq === 'MONTHLY' || view.freq === 'YEARLY') && !days.text.startsWith('кажд');
  return isGenitive ? `${days.text}${times}${rest}` : undefined;
}

const briefWords = {
  daily: 'ежедневно',
  workingWeek: 'пн–пт',
  every,
  weekdays: shortNames,
  monthDays: (days: readonly number[]) => `${days.join(', ')} числа`,
};

function briefRule(view: RuleView): string {
  const days = briefDays(view, briefWords);
  const times = briefTimes(view.times, view.zoneLabel) ?? timePhrase(view);
  return days === undefined ? ruleWith(view, times) : `${days}${times}${ownLimits(view)}`;
}
