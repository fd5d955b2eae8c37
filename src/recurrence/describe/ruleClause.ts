import { joinTexts } from '../../util/displayText.ts';
import { digits } from '../text/dateTimeValue.ts';
import { findSharedWeekday, isLeapDay, isSomeDays, isWorkingWeek, type RuleView } from './ruleView.ts';
import { briefTimes, consecutiveSpans, type StepTimes } from './timesView.ts';
import type { DayWords, ScheduleWords } from './words/en.ts';

/*
 * The grammar of a rule's description, which all languages share. A language provides the phrases, because word order
 * within them, case and gender differ.
 */

/** All days and times of a rule, without its end, so that different rules get different texts. */
export function ruleClause(view: RuleView, words: ScheduleWords): string {
  return clauseWith(view, words, timePhrase(view, words));
}

function clauseWith(view: RuleView, words: ScheduleWords, times: string): string {
  const days = dayPhrase(view, words, words.days);
  return joinTexts(', ', days.text + times, ...conditions(view, words, days), ...ownLimits(view, words));
}

/** The same, short enough for a tree item. */
export function briefClause(view: RuleView, words: ScheduleWords): string {
  const days = briefDays(view, words);
  const times = briefTimes(view.times, view.zoneLabel) ?? timePhrase(view, words);
  return days === undefined
    ? clauseWith(view, words, times)
    : joinTexts(', ', days + times, ...ownLimits(view, words));
}

/**
 * The days that an EXRULE excludes, after "except"; `undefined` when that would read badly. `time` replaces its times.
 */
export function exceptionClause(
  view: RuleView,
  words: ScheduleWords,
  time = timePhrase(view, words),
): string | undefined {
  const { freq, interval, weekdays } = view;
  if (interval > 1) return undefined;
  const days = dayPhrase(view, words, words.exceptDays);
  const limits = [...conditions(view, words, days), ...ownLimits(view, words)];
  if (freq === 'WEEKLY' && weekdays.length > 0 && limits.length === 0)
    return joinTexts(' ', words.exceptWeekdays(weekdays), inPeriods(view, words)) + time;
  const namesDays = (freq === 'MONTHLY' || freq === 'YEARLY') && !days.text.startsWith(words.each);
  return namesDays ? joinTexts(', ', days.text + time, ...limits) : undefined;
}

type DayPart = 'months' | 'monthDays' | 'yearDays' | 'weekNumbers' | 'weekdays' | 'nthDays';

/** How often and on which days a rule runs. The parts that the phrase does not cover are added as conditions. */
interface DayPhrase {
  readonly text: string;
  readonly covered: readonly DayPart[];
}

function dayPhrase(view: RuleView, words: ScheduleWords, on: DayWords): DayPhrase {
  const { freq, interval, weekdays } = view;
  const every = words.every(freq, interval);
  const periods = inPeriods(view, words);
  switch (freq) {
    case 'MONTHLY':
      return monthly(view, words, on);
    case 'YEARLY':
      return yearly(view, words, on);
    case 'DAILY':
      return interval === 1
        ? { text: joinTexts(' ', every, periods), covered: ['weekNumbers', 'months'] }
        : { text: every, covered: [] };
    default: {
      const onDays = isSomeDays(weekdays) && words.onWeekdays(weekdays);
      const days = freq === 'WEEKLY' ? weekly(view, words) : joinTexts(' ', every, onDays);
      return { text: joinTexts(' ', days, periods), covered: ['weekdays', 'weekNumbers', 'months'] };
    }
  }
}

/** "in week 20 of the year in May". */
function inPeriods({ weekNumbers, months }: RuleView, words: ScheduleWords): string {
  return joinTexts(
    ' ',
    weekNumbers.length > 0 && words.inWeeks(weekNumbers),
    months.length > 0 && words.inMonths(months),
  );
}

function weekly(view: RuleView, words: ScheduleWords): string {
  const { weekdays, interval } = view;
  if (weekdays.length === 0) return whole(view, words);
  return interval === 1
    ? words.everyWeekday(weekdays)
    : `${words.every('WEEKLY', interval)} ${words.ofWeeks(weekdays)}`;
}

/** A period without named days: all of its days, or the one that the server chooses. */
function whole({ freq, interval, everyDay }: RuleView, words: ScheduleWords): string {
  return joinTexts(' ', words.every(freq, interval), everyDay && words.onEveryDay);
}

function monthly(view: RuleView, words: ScheduleWords, on: DayWords): DayPhrase {
  const { interval, months } = view;
  const days = daysOf(view, on);
  if (!days) return { text: whole(view, words), covered: [] };
  if (interval > 1)
    return { text: `${words.every('MONTHLY', interval)} ${days.text}`, covered: days.covered };
  const of = months.length > 0 ? words.ofMonths(months) : words.of.everyMonth;
  return { text: `${words.leading(days.text)} ${of}`, covered: [...days.covered, 'months'] };
}

function yearly(view: RuleView, words: ScheduleWords, on: DayWords): DayPhrase {
  const { months, monthDays, nthDays, interval } = view;
  const every = words.every('YEARLY', interval);
  const dates = namedDates(view, words);
  if (dates !== undefined) {
    const ofLeapYears = isLeapDay(view) && interval === 1;
    const text = ofLeapYears ? `${dates} ${words.of.everyLeapYear}` : `${every} ${dates}`;
    return { text, covered: ['months', 'monthDays'] };
  }
  const days = daysOf(view, on);
  if (!days) return { text: joinTexts(' ', whole(view, words), inMonths(view, words)), covered: ['months'] };
  const { text, covered } = days;
  if (covered.includes('yearDays') || (nthDays.length > 0 && view.nthWithin === 'year')) {
    const { everyYear, year } = words.of;
    return { text: interval === 1 ? `${text} ${everyYear}` : `${every} ${text} ${year}`, covered };
  }
  const coveredToo: readonly DayPart[] = [...covered, 'months'];
  if (months.length === 0 || monthDays.length + nthDays.length === 0) {
    // YEARLY;BYMONTHDAY=1 runs in every month of the years that it matches.
    const of = inMonths(view, words) || (monthDays.length > 0 && words.of.eachMonth);
    return { text: joinTexts(' ', every, text, of), covered: coveredToo };
  }
  const ofMonths = `${words.leading(text)} ${words.ofMonths(months)}`;
  return { text: interval === 1 ? ofMonths : `${every} ${ofMonths}`, covered: coveredToo };
}

function inMonths({ months }: RuleView, words: ScheduleWords): string {
  return months.length > 0 ? words.inMonths(months) : '';
}

/** "on January 4"; `undefined` when the days have no names of their own. */
function namedDates(
  { months, monthDays, nthDays, yearDays }: RuleView,
  words: ScheduleWords,
): string | undefined {
  const areDates = monthDays.every(day => day > 0) && nthDays.length + yearDays.length === 0;
  return areDates ? words.dates(months, monthDays) : undefined;
}

function daysOf(view: RuleView, on: DayWords): DayPhrase | undefined {
  const { freq, yearDays, monthDays, nthDays, weekdays, positions } = view;
  if (freq === 'YEARLY' && yearDays.length > 0) return { text: on.yearDays(yearDays), covered: ['yearDays'] };
  if (picksWeekday(view)) return { text: on.pickedWeekday(positions, weekdays), covered: ['weekdays'] };
  if (nthDays.length > 0) return { text: numberedWeekdays(view, on), covered: ['nthDays', 'weekdays'] };
  if (monthDays.length > 0) return { text: on.monthDays(monthDays), covered: ['monthDays'] };
  return weekdays.length > 0 ? { text: on.weekdays(weekdays), covered: ['weekdays'] } : undefined;
}

/** Numbered and plain weekdays, either of which may match. */
function numberedWeekdays({ nthDays, weekdays }: RuleView, on: DayWords): string {
  const shared = findSharedWeekday(nthDays);
  const numbered =
    shared === undefined
      ? nthDays.map(({ nth, weekday }) => ({ numbers: [nth], weekday }))
      : [{ numbers: nthDays.map(({ nth }) => nth), weekday: shared }];
  return on.numberedWeekdays(numbered, weekdays);
}

/** Whether BYSETPOS only means something like "the last weekday of the month", which has its own phrase. */
function picksWeekday(view: RuleView): boolean {
  const { times, weekdays, monthDays, nthDays, yearDays, weekNumbers, positions, freq } = view;
  const runsOnce = times.kind === 'open' || (times.kind === 'list' && times.times.length === 1);
  const otherDays = monthDays.length + nthDays.length + yearDays.length + weekNumbers.length;
  return positions.length > 0 && freq === 'MONTHLY' && runsOnce && weekdays.length > 0 && otherDays === 0;
}

/** The remaining limits on days, which follow the time. */
function conditions(view: RuleView, words: ScheduleWords, { covered }: DayPhrase): readonly string[] {
  const { months, monthDays, yearDays, weekNumbers, weekdays, nthDays, interval } = view;
  const { only, of, days } = words;
  const open = (part: DayPart) => view[part].length > 0 && !covered.includes(part);
  return [
    isLeapDay(view) && covered.includes('monthDays') && interval > 1 && words.inLeapYears,
    open('monthDays') && `${only} ${days.monthDays(monthDays)} ${of.month}`,
    open('yearDays') && `${only} ${days.yearDays(yearDays)} ${of.year}`,
    open('nthDays') && `${only} ${numberedWeekdays(view, days)} ${of[view.nthWithin]}`,
    open('weekdays') && isSomeDays(weekdays) && nthDays.length === 0 && words.ifWeekday(weekdays),
    open('weekNumbers') && `${only} ${words.inWeeks(weekNumbers)}`,
    open('months') && `${only} ${words.inMonths(months)}`,
  ].filter(condition => condition !== false);
}

/** What limits the rule's own runs: positions, and the day on which its weeks start. */
function ownLimits(view: RuleView, words: ScheduleWords): readonly string[] {
  const { positions, weekStart, freq } = view;
  return [
    ...(positions.length > 0 && !picksWeekday(view) ? [words.onlyRuns(positions, freq)] : []),
    ...(weekStart === undefined ? [] : [words.withWeekStart(weekStart)]),
  ];
}

function timePhrase({ times, zoneLabel }: RuleView, words: ScheduleWords): string {
  switch (times.kind) {
    case 'open':
      return '';
    case 'list':
      return ` ${words.at(times.times)}${zoneLabel}`;
    case 'even': {
      const { everyMinutes, spans } = times;
      const isHours = everyMinutes % 60 === 0;
      const step = words.every(isHours ? 'HOURLY' : 'MINUTELY', isHours ? everyMinutes / 60 : everyMinutes);
      return `, ${step} ${words.list(spans.map(([first, last]) => words.fromTo(first, last)))}${zoneLabel}`;
    }
    case 'many':
      return joinTexts(
        ', ',
        words.minutesAfter(times.minutes, times.hours) + zoneLabel,
        inSeconds(times, words),
      );
    case 'steps':
      return stepPhrase(times, zoneLabel, words);
  }
}

function stepPhrase(times: StepTimes, zoneLabel: string, words: ScheduleWords): string {
  const { hours, minutes, from } = times;
  const spans = consecutiveSpans(hours).map(([first, last]) =>
    words.between(`${digits(first)}:00`, `${digits(last)}:59`),
  );
  const inHours = words.list(spans);
  const limits =
    from === undefined
      ? joinTexts(' ', minutes.length > 0 && words.minutesOfHour(minutes), inHours)
      : joinTexts(', ', words.startingAt(from), inHours && `${words.only} ${inHours}`);
  const zone = from !== undefined || inHours !== '' ? zoneLabel : '';
  const seconds = inSeconds(times, words);
  return `${limits && ` ${limits}${zone}`}${seconds && `, ${seconds}`}`;
}

function inSeconds({ seconds }: Pick<StepTimes, 'seconds'>, words: ScheduleWords): string {
  return seconds.length > 0 ? words.secondsOfMinute(seconds) : '';
}

/** The days of the most common rules, worded briefly for a list; `undefined` for others. */
function briefDays(view: RuleView, { brief, every }: ScheduleWords): string | undefined {
  const { freq, interval, weekdays, monthDays, nthDays, months, yearDays, weekNumbers, positions } = view;
  if (positions.length + months.length + yearDays.length + weekNumbers.length + nthDays.length > 0)
    return undefined;
  if (freq === 'WEEKLY' && weekdays.length > 0 && monthDays.length === 0) {
    if (interval > 1) return `${every(freq, interval)}: ${brief.weekdays(weekdays)}`;
    if (weekdays.length === 7) return brief.daily;
    return isWorkingWeek(weekdays) ? brief.workingWeek : brief.weekdays(weekdays);
  }
  if (interval > 1 || weekdays.length > 0) return undefined;
  if (freq === 'MONTHLY' && monthDays.length > 0 && monthDays.every(day => day > 0))
    return brief.monthDays(monthDays);
  return freq === 'DAILY' && monthDays.length === 0 ? brief.daily : undefined;
}
