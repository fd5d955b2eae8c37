import { joinTexts } from '../../base/displayText.ts';
import { digits } from '../text/dateTimeValue.ts';
import { isWorkingWeek, type RuleView } from './ruleView.ts';
import { briefTimes, consecutiveSpans, type StepTimes } from './timesView.ts';
import type { DayWords, ScheduleWords } from './words/en.ts';

/*
 * The grammar of a rule's description, which all languages share. A language provides the phrases, because word order
 * within them, case and gender differ.
 */

/** All days and times of a rule, without its end, so that different rules get different texts. */
export function ruleClause(view: RuleView, words: ScheduleWords): string {
  return clauseOf(view, words, dayPhrase(view, words, words.days), timePhrase(view, words));
}

/** The same, short enough for a tree item. */
export function briefClause(view: RuleView, words: ScheduleWords): string {
  const days = briefDays(view, words) ?? dayPhrase(view, words, words.days);
  return clauseOf(view, words, days, briefTimes(view.times, view.zoneLabel) ?? timePhrase(view, words));
}

function clauseOf(view: RuleView, words: ScheduleWords, days: DayPhrase, times: string): string {
  return joinTexts(', ', days.text + times, limits(view, words, days));
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
  if (freq === 'WEEKLY' && weekdays.length > 0 && limits(view, words, days) === '')
    return joinTexts(' ', words.exceptWeekdays(weekdays), inPeriods(view, words)) + time;
  const namesDays = (freq === 'MONTHLY' || freq === 'YEARLY') && !days.text.startsWith(words.each);
  return namesDays ? clauseOf(view, words, days, time) : undefined;
}

type DayPart = 'months' | 'monthDays' | 'yearDays' | 'weekNumbers' | 'weekdays' | 'nthDays';

/** How often and on which days a rule runs. The parts that the phrase does not cover are added as limits. */
interface DayPhrase {
  readonly text: string;
  readonly covered: readonly DayPart[];
}

function dayPhrase(view: RuleView, words: ScheduleWords, on: DayWords): DayPhrase {
  const { freq, interval, weekdays, months } = view;
  const every = words.every(freq, interval);
  // All days of a period, or the one that the server chooses.
  const whole = joinTexts(' ', every, view.onEveryDay && words.onEveryDay);
  const periods = inPeriods(view, words);
  switch (freq) {
    case 'YEARLY':
      return yearly(view, words, on, whole);
    case 'MONTHLY': {
      const days = daysOf(view, on);
      if (!days) return { text: whole, covered: [] };
      if (interval > 1) return { text: `${every} ${days.text}`, covered: days.covered };
      const of = months.length > 0 ? words.ofMonths(months) : words.of.everyMonth;
      return { text: `${words.leading(days.text)} ${of}`, covered: [...days.covered, 'months'] };
    }
    case 'DAILY':
      return interval === 1
        ? { text: joinTexts(' ', every, periods), covered: ['weekNumbers', 'months'] }
        : { text: every, covered: [] };
    default: {
      const isSome = weekdays.length > 0 && weekdays.length < 7;
      const days =
        freq === 'WEEKLY'
          ? everyWeek(view, words, whole)
          : joinTexts(' ', every, isSome && words.onWeekdays(weekdays));
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

function everyWeek({ weekdays, interval }: RuleView, words: ScheduleWords, whole: string): string {
  if (weekdays.length === 0) return whole;
  return interval === 1
    ? words.everyWeekday(weekdays)
    : `${words.every('WEEKLY', interval)} ${words.ofWeeks(weekdays)}`;
}

function yearly(view: RuleView, words: ScheduleWords, on: DayWords, whole: string): DayPhrase {
  const { months, monthDays, nthDays, yearDays, interval } = view;
  const every = words.every('YEARLY', interval);
  const areDates = monthDays.every(day => day > 0) && nthDays.length + yearDays.length === 0;
  const dates = areDates ? words.dates(months, monthDays) : undefined;
  if (dates !== undefined) {
    const ofLeapYears = isLeapDay(view) && interval === 1;
    const text = ofLeapYears ? `${dates} ${words.of.everyLeapYear}` : `${every} ${dates}`;
    return { text, covered: ['months', 'monthDays'] };
  }
  const days = daysOf(view, on);
  const inMonths = months.length > 0 ? words.inMonths(months) : '';
  if (!days) return { text: joinTexts(' ', whole, inMonths), covered: ['months'] };
  const { text, covered } = days;
  if (covered.includes('yearDays') || (nthDays.length > 0 && view.nthWithin === 'year')) {
    const { everyYear, year } = words.of;
    return { text: interval === 1 ? `${text} ${everyYear}` : `${every} ${text} ${year}`, covered };
  }
  const coveredToo: readonly DayPart[] = [...covered, 'months'];
  if (months.length === 0 || monthDays.length + nthDays.length === 0) {
    // YEARLY;BYMONTHDAY=1 runs in every month of the years that it matches.
    const of = inMonths || (monthDays.length > 0 && words.of.eachMonth);
    return { text: joinTexts(' ', every, text, of), covered: coveredToo };
  }
  const ofMonths = `${words.leading(text)} ${words.ofMonths(months)}`;
  return { text: interval === 1 ? ofMonths : `${every} ${ofMonths}`, covered: coveredToo };
}

/** True for February 29, which only leap years have. */
function isLeapDay({ months, monthDays }: RuleView): boolean {
  return months.join() === '2' && monthDays.join() === '29';
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
  const [first] = nthDays;
  const isShared = nthDays.every(({ weekday }) => weekday === first?.weekday);
  const numbered =
    first && isShared
      ? [{ numbers: nthDays.map(({ nth }) => nth), weekday: first.weekday }]
      : nthDays.map(({ nth, weekday }) => ({ numbers: [nth], weekday }));
  return on.numberedWeekdays(numbered, weekdays);
}

/** Whether BYSETPOS only means something like "the last weekday of the month", which has its own phrase. */
function picksWeekday(view: RuleView): boolean {
  const { times, weekdays, monthDays, nthDays, yearDays, weekNumbers, positions, freq } = view;
  const runsOnce = times.kind === 'open' || (times.kind === 'list' && times.times.length === 1);
  const otherDays = monthDays.length + nthDays.length + yearDays.length + weekNumbers.length;
  return positions.length > 0 && freq === 'MONTHLY' && runsOnce && weekdays.length > 0 && otherDays === 0;
}

/** The remaining limits on days and runs, which follow the time. */
function limits(view: RuleView, words: ScheduleWords, { covered }: DayPhrase): string {
  const { months, monthDays, yearDays, weekNumbers, weekdays, nthDays, interval, positions } = view;
  const { only, of, days } = words;
  const isLeft = (part: DayPart) => view[part].length > 0 && !covered.includes(part);
  const limitsWeekdays = isLeft('weekdays') && weekdays.length < 7 && nthDays.length === 0;
  return joinTexts(
    ', ',
    isLeapDay(view) && covered.includes('monthDays') && interval > 1 && words.inLeapYears,
    isLeft('monthDays') && `${only} ${days.monthDays(monthDays)} ${of.month}`,
    isLeft('yearDays') && `${only} ${days.yearDays(yearDays)} ${of.year}`,
    isLeft('nthDays') && `${only} ${numberedWeekdays(view, days)} ${of[view.nthWithin]}`,
    limitsWeekdays && words.ifWeekday(weekdays),
    isLeft('weekNumbers') && `${only} ${words.inWeeks(weekNumbers)}`,
    isLeft('months') && `${only} ${words.inMonths(months)}`,
    positions.length > 0 && !picksWeekday(view) && words.onlyRuns(positions, view.freq),
    view.weekStartMatters && words.withWeekStart(view.weekStart),
  );
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
    case 'many': {
      const past = words.minutesAfter(times.minutes, times.hours) + zoneLabel;
      return joinTexts(', ', past, inSeconds(times.seconds, words));
    }
    case 'steps':
      return stepPhrase(times, zoneLabel, words);
  }
}

function stepPhrase(
  { hours, minutes, seconds, from }: StepTimes,
  zoneLabel: string,
  words: ScheduleWords,
): string {
  const spans = consecutiveSpans(hours).map(([first, last]) =>
    words.between(`${digits(first)}:00`, `${digits(last)}:59`),
  );
  const inHours = words.list(spans);
  const times =
    from === undefined
      ? joinTexts(' ', minutes.length > 0 && words.minutesOfHour(minutes), inHours)
      : joinTexts(', ', words.startingAt(from), inHours && `${words.only} ${inHours}`);
  const zone = from !== undefined || inHours !== '' ? zoneLabel : '';
  const past = inSeconds(seconds, words);
  return `${times && ` ${times}${zone}`}${past && `, ${past}`}`;
}

function inSeconds(seconds: readonly number[], words: ScheduleWords): string {
  return seconds.length > 0 ? words.secondsOfMinute(seconds) : '';
}

/** The days of the most common rules, worded briefly for a list; `undefined` for others. */
function briefDays(view: RuleView, words: ScheduleWords): DayPhrase | undefined {
  const { freq, interval, weekdays, monthDays, nthDays, months, yearDays, weekNumbers, positions } = view;
  const { brief, every } = words;
  const phrase = (text: string): DayPhrase => ({ text, covered: ['weekdays', 'monthDays'] });
  if (positions.length + months.length + yearDays.length + weekNumbers.length + nthDays.length > 0)
    return undefined;
  if (freq === 'WEEKLY' && weekdays.length > 0 && monthDays.length === 0) {
    if (interval > 1) return phrase(`${every(freq, interval)}: ${brief.weekdays(weekdays)}`);
    if (weekdays.length === 7) return phrase(brief.daily);
    return phrase(isWorkingWeek(weekdays) ? brief.workingWeek : brief.weekdays(weekdays));
  }
  if (interval > 1 || weekdays.length > 0) return undefined;
  if (freq === 'MONTHLY' && monthDays.length > 0 && monthDays.every(day => day > 0))
    return phrase(brief.monthDays(monthDays));
  return freq === 'DAILY' && monthDays.length === 0 ? phrase(brief.daily) : undefined;
}
