import { digits, timeOfDay } from './dateTimeValue.ts';
import type { Frequency, RecurrenceRule, RuleDay } from './recurrenceRule.ts';
import { type RuleDays, ruleDays } from './ruleDays.ts';

/** More times a day than one wants to read. */
export interface ManyTimes {
  readonly kind: 'many';
  readonly count: number;
  readonly first: string;
  readonly last: string;
  /** Set where the times follow one another evenly. */
  readonly everyMinutes?: number;
}

/** When a rule runs on the days it takes. */
export type TimesView =
  /** The text leaves the time of day open, or there is none. */
  | { readonly kind: 'open' }
  | { readonly kind: 'list'; readonly times: readonly string[] }
  | ManyTimes
  /** Steps of hours, minutes or seconds, inside these hours and minutes where any are given. */
  | {
      readonly kind: 'steps';
      readonly hours: readonly number[];
      readonly minutes: readonly number[];
      /** The first run of each day, where all days are alike. */
      readonly from?: string;
    };

/** A rule as it is put into words: what is implied filled in, what is said oddly said plainly. */
export interface RuleView
  extends Pick<
    RuleDays,
    'months' | 'monthDays' | 'yearDays' | 'weekNumbers' | 'weekdays' | 'nthDays' | 'nthWithin'
  > {
  readonly freq: Frequency;
  readonly interval: number;
  readonly positions: readonly number[];
  readonly times: TimesView;
  /** Follows the time: ` UTC` or ` (Europe/Moscow)`. */
  readonly zoneLabel: string;
}

export interface RuleViewStart {
  /** Undefined where the text has no DTSTART. */
  readonly wallMs: number | undefined;
  readonly isDate: boolean;
  readonly zoneLabel: string;
}

const MAX_LISTED_TIMES = 6;

export function ruleView(rule: RecurrenceRule, start: RuleViewStart): RuleView {
  const plain = plainlySaid(rule);
  const days = start.wallMs === undefined ? daysWithoutStart(plain) : ruleDays(plain, start.wallMs);
  const view = {
    months: days.months,
    monthDays: days.monthDays,
    yearDays: days.yearDays,
    weekNumbers: days.weekNumbers,
    weekdays: days.weekdays,
    nthDays: [...days.nthDays].sort((a, b) => fromStartToEnd(a.nth, b.nth)),
    nthWithin: days.nthWithin,
    interval: plain.interval,
    positions: [...plain.bySetPos].sort(fromStartToEnd),
    times: timesView(plain, start),
    zoneLabel: start.zoneLabel,
  };
  return { ...view, freq: plainFrequency(plain, days) };
}

/** First, second, last but one, last. */
function fromStartToEnd(a: number, b: number): number {
  return Math.sign(b) - Math.sign(a) || a - b;
}

/** Without a start nothing can be filled in; a start at the epoch fills in, and is taken out again. */
function daysWithoutStart(rule: RecurrenceRule): RuleDays {
  const filled = ruleDays(rule, 0);
  return {
    ...filled,
    months: rule.byMonth,
    monthDays: rule.byMonthDay,
    weekdays: rule.byDay.length > 0 ? filled.weekdays : [],
  };
}

/** Steps of one that are pinned to certain hours or minutes are a longer frequency with times. */
function plainlySaid(rule: RecurrenceRule): RecurrenceRule {
  if (rule.interval > 1 || rule.bySetPos.length > 0) {
    return rule;
  }
  if (rule.freq === 'MINUTELY' && rule.byMinute.length > 0) {
    return plainlySaid({ ...rule, freq: 'HOURLY' });
  }
  return rule.freq === 'HOURLY' && rule.byHour.length > 0 ? { ...rule, freq: 'DAILY' } : rule;
}

/** `DAILY;BYDAY=MO`, `MONTHLY;BYDAY=MO` and `WEEKLY;BYDAY=MO` are all "every Monday". */
function plainFrequency(rule: RecurrenceRule, days: RuleDays): Frequency {
  const { freq } = rule;
  const isSubDaily = freq === 'HOURLY' || freq === 'MINUTELY' || freq === 'SECONDLY';
  const countsInYear = days.yearDays.length > 0 || (days.nthDays.length > 0 && days.nthWithin === 'year');
  if (isSubDaily || rule.interval > 1 || rule.bySetPos.length > 0) {
    return freq;
  }
  if (countsInYear) {
    return 'YEARLY';
  }
  if (days.monthDays.length > 0 || days.nthDays.length > 0) {
    return days.months.length > 0 ? 'YEARLY' : 'MONTHLY';
  }
  if (days.weekdays.length > 0) {
    return 'WEEKLY';
  }
  return freq;
}

function timesView(rule: RecurrenceRule, start: RuleViewStart): TimesView {
  const clock = start.wallMs === undefined ? undefined : timeOfDay(start.wallMs);
  if (rule.freq === 'HOURLY' || rule.freq === 'MINUTELY' || rule.freq === 'SECONDLY') {
    return stepsView(rule, start);
  }
  const namesTime = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  if ((start.isDate && !namesTime) || (!clock && rule.byHour.length === 0)) {
    return { kind: 'open' };
  }
  const hours = rule.byHour.length > 0 ? rule.byHour : [clock?.hour ?? 0];
  const minutes = namedOr(rule.byMinute, clock?.minute);
  const seconds = rule.bySecond.length > 0 ? rule.bySecond : [clock?.second ?? 0];
  const count = hours.length * minutes.length * seconds.length;
  const timeAt = (place: 0 | -1) =>
    clockTime(hours.at(place) ?? 0, minutes.at(place) ?? '', seconds.at(place) ?? 0);
  if (count > MAX_LISTED_TIMES) {
    const even = seconds.length === 1 && evenMinutes(hours, minutes.map(Number));
    return { kind: 'many', count, first: timeAt(0), last: timeAt(-1), ...(even && { everyMinutes: even }) };
  }
  const times = hours.flatMap(hour =>
    minutes.flatMap(minute => seconds.map(second => clockTime(hour, minute, second))),
  );
  return { kind: 'list', times };
}

/** How many minutes lie between the times, where it is always the same number. */
function evenMinutes(hours: readonly number[], minutes: readonly number[]): number | undefined {
  const all = hours.flatMap(hour => minutes.map(minute => hour * 60 + minute));
  const step = (all[1] ?? 0) - (all[0] ?? 0);
  const isEven = all.every((minute, index) => minute === (all[0] ?? 0) + index * step);
  return isEven && step > 0 && (step < 60 || step % 60 === 0) ? step : undefined;
}

/** An open minute shows as such: `03:xx`. */
function namedOr(minutes: readonly number[], fallback: number | undefined): readonly string[] {
  if (minutes.length > 0) {
    return minutes.map(minute => digits(minute));
  }
  return [fallback === undefined ? 'xx' : digits(fallback)];
}

export function clockTime(hour: number, minute: string, second: number): string {
  return `${digits(hour)}:${minute}${second === 0 ? '' : `:${digits(second)}`}`;
}

function stepsView(rule: RecurrenceRule, start: RuleViewStart): TimesView {
  const clock = start.wallMs === undefined ? undefined : timeOfDay(start.wallMs);
  if (rule.freq !== 'HOURLY') {
    return { kind: 'steps', hours: rule.byHour, minutes: rule.byMinute };
  }
  const minutes = rule.byMinute.length > 0 || !clock ? rule.byMinute : [clock.minute];
  const [minute = 0] = minutes;
  if (rule.interval === 1 || 24 % rule.interval !== 0 || !clock || minutes.length > 1) {
    return { kind: 'steps', hours: rule.byHour, minutes };
  }
  const from = clockTime(clock.hour % rule.interval, digits(minute), 0);
  return { kind: 'steps', hours: rule.byHour, minutes: [], from };
}

const WORKING_DAYS = '0,1,2,3,4';

export function isWorkingWeek(weekdays: readonly number[]): boolean {
  return weekdays.join() === WORKING_DAYS;
}

/** The weekdays that RuleDay lists have in common, when all the numbered days are the same weekday. */
export function sharedWeekday(days: readonly Required<RuleDay>[]): number | undefined {
  const [first] = days;
  return first && days.every(day => day.weekday === first.weekday) ? first.weekday : undefined;
}

/** The first and last of hours that follow one another; undefined where there is a gap. */
export function hourRange(hours: readonly number[]): readonly [number, number] | undefined {
  const [first] = hours;
  const last = hours.at(-1);
  return first !== undefined && last !== undefined && last - first === hours.length - 1
    ? [first, last]
    : undefined;
}

/** The times of two rules that take the same days; undefined where they can not be told together. */
export function joinTimes(a: TimesView, b: TimesView): TimesView | undefined {
  if (a.kind !== 'list' || b.kind !== 'list') {
    return undefined;
  }
  const times = [...new Set([...a.times, ...b.times])].sort();
  const [first = ''] = times;
  return times.length > MAX_LISTED_TIMES
    ? { kind: 'many', count: times.length, first, last: times.at(-1) ?? '' }
    : { kind: 'list', times };
}
