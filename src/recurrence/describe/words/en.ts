import { calendarDate } from '../../text/calendarDay.ts';
import { dayOfWall } from '../../text/dateTimeValue.ts';
import type { RuleView } from '../ruleView.ts';
import { briefTimes } from '../timesView.ts';
import { briefDays } from './briefDays.ts';
import { conditions, dayPhrase, inPeriods } from './enDays.ts';
import {
  allMonthNames,
  every,
  formats,
  ordinal,
  ordinalWord,
  pluralNames,
  shortNames,
  shortWeekdayNames,
  unitNames,
  weekdayNames,
} from './enNouns.ts';
import { timePhrase } from './enTimes.ts';
import { picksWeekday } from './picksWeekday.ts';
import type { DateKind, ScheduleWords } from './scheduleWords.ts';

export const englishWords: ScheduleWords = {
  noSchedule: 'no schedule',
  noRuns: 'no runs',
  unreadable: 'a schedule that cannot be read',
  rule: view => ruleWith(view, timePhrase(view)),
  briefRule,
  exceptRule,
  atStartTime: ', at the time of day of the first run',
  date: formats.longDate,
  briefDate: formats.shortDateWithYear,
  dateTime: (wallMs, time) => `${formats.longDate(wallMs)}${time && ` at ${time}`}`,
  briefDateTime: (wallMs, time) => `${formats.shortDate(wallMs)} ${time}`.trim(),
  list: formats.and,
  onDates: (dateTimes, count) => (count === 1 ? `once on ${dateTimes}` : `on ${dateTimes}`),
  alsoOn: dateTimes => `and also on ${dateTimes}`,
  startDate: dateTime => `the start date ${dateTime}`,
  except: days => days.map(day => `except ${day}`).join(', and '),
  exceptions: rules => `exceptions: ${rules.join('; ')}`,
  exceptionDates: dates => `excluded runs: ${dates}`,
  moreDates: dates => `additional runs: ${dates}`,
  daysOfMonth: (days, wallMs) => {
    const { year, month } = calendarDate(dayOfWall(wallMs));
    return `${allMonthNames[month - 1]} ${formats.and(days)}, ${year}`;
  },
  manyDates: (kind, { count, times, zoneLabel, days }) => {
    const nouns = times.length > 0 ? 'run' : 'day';
    const at = times.length > 0 ? ` at ${formats.and(times)}${zoneLabel}` : '';
    return `${count} ${manyAdjectives[kind]}${nouns}${count === 1 ? '' : 's'}${at}: ${days}`;
  },
  from: date => `from ${date}`,
  until: date => `until ${date}`,
  withoutEnd: 'with no end date',
  count: count => (count === 1 ? 'one run only' : `${count} times`),
  joinRules: rules => rules.join('; and '),
  andMore: '…',
  inMinutes: minutes => `in ${minutes} min`,
  inHours: hours => `in ${hours} h`,
  now: 'now',
  weekdayTime: (weekday, time) => `${shortWeekdayNames[weekday] ?? ''} ${time}`,
};

const manyAdjectives: Readonly<Record<DateKind, string>> = {
  runs: '',
  additional: 'additional ',
  excluded: 'excluded ',
};

function ruleWith(view: RuleView, times: string): string {
  const days = dayPhrase(view);
  return `${days.text}${times}${conditions(view, days.covered)}${ownLimits(view)}`;
}

/** What limits the rule's own runs: positions, and the day on which its weeks start. */
function ownLimits(view: RuleView): string {
  const { positions, weekStart, freq } = view;
  const picked =
    positions.length > 0 && !picksWeekday(view)
      ? `, only the ${formats.and(positions.map(ordinalWord))} run of each ${unitNames[freq]}`
      : '';
  return `${picked}${weekStart === undefined ? '' : `, with weeks starting on ${weekdayNames[weekStart]}`}`;
}

/** `undefined` when it does not fit into a list of exceptions within a sentence. */
function exceptRule(view: RuleView, time: string | undefined): string | undefined {
  const days = dayPhrase(view);
  const rest = conditions(view, days.covered) + ownLimits(view);
  const times = time ?? timePhrase(view);
  if (view.freq === 'WEEKLY' && view.interval === 1 && view.weekdays.length > 0 && rest === '')
    return `on ${pluralNames(view.weekdays)}${inPeriods(view)}${times}`;
  return days.text.startsWith('on ') ? `${days.text}${times}${rest}` : undefined;
}

const briefWords = {
  daily: 'daily',
  workingWeek: 'Mon–Fri',
  every,
  weekdays: shortNames,
  monthDays: (days: readonly number[]) => `monthly ${days.map(ordinal).join(', ')}`,
};

function briefRule(view: RuleView): string {
  const days = briefDays(view, briefWords);
  const times = briefTimes(view.times, view.zoneLabel) ?? timePhrase(view);
  return days === undefined ? ruleWith(view, times) : `${days}${times}${ownLimits(view)}`;
}
