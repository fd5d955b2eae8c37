import { ascending } from '../../base/collections.ts';
import { digits, timeOfDay } from '../text/dateTimeValue.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';

/** The times at which a rule runs on its days. */
export type TimesView =
  /** The text leaves the time of day open, or there is none. */
  | { readonly kind: 'open' }
  | { readonly kind: 'list'; readonly times: readonly string[] }
  | (CountedTimes & { readonly kind: 'even'; readonly everyMinutes: number })
  /** Too many times to list, so every minute of every hour is given. */
  | (CountedTimes & {
      readonly kind: 'many';
      /** `08`, or `xx` where the text leaves the hour open. */
      readonly hours: readonly string[];
      readonly minutes: readonly number[];
      /** Empty when the seconds are those of the start. */
      readonly seconds: readonly number[];
    })
  | StepTimes;

/** Times in one or several spans of the day; without spans if the text leaves the hour or minute open. */
interface CountedTimes {
  readonly count: number;
  readonly spans: readonly TimeSpan[];
}

type TimeSpan = readonly [first: string, last: string];

/** Steps of hours, minutes or seconds, limited to the given hours and minutes, if any. */
export interface StepTimes {
  readonly kind: 'steps';
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  /** The first run of each day, if all days are alike. */
  readonly from?: string;
}

const maxListedTimes = 24;
/** Longer lists become spans if their times are evenly spaced. */
const maxPlainTimes = 6;
const maxSpans = 3;
const minutesOfDay = 24 * 60;

export interface RuleViewStart {
  /** `undefined` where the text has no DTSTART. */
  readonly wallMs: number | undefined;
  readonly isDate: boolean;
  /** Follows the time: ` UTC` or ` (Europe/Moscow)`. */
  readonly zoneLabel: string;
}

export function timesView(rule: RecurrenceRule, start: RuleViewStart): TimesView {
  const { freq, byHour, byMinute, bySecond } = rule;
  const clock = start.wallMs === undefined ? undefined : timeOfDay(start.wallMs);
  if (isSubDaily(freq)) return stepsView(rule, clock);
  const namesTime = byHour.length + byMinute.length + bySecond.length > 0;
  if (!namesTime && (start.isDate || !clock)) return { kind: 'open' };
  const hours = orElse(byHour, clock?.hour);
  const minutes = orElse(byMinute, clock?.minute);
  // Without a start, a second of 0 is explicit; no second means that it is left open.
  const seconds = bySecond.length > 0 || clock ? orElse(bySecond, clock?.second) : [''];
  const isShown = (second: string) => second !== '' && (second !== '00' || !clock);
  const text = (hour: string, minute: string, second: string) =>
    `${hour}:${minute}${isShown(second) ? `:${second}` : ''}`;
  const count = hours.length * minutes.length * seconds.length;
  if (count <= minutesOfDay) {
    const few = fewTimes(
      hours.flatMap(hour => minutes.flatMap(minute => seconds.map(second => text(hour, minute, second)))),
    );
    if (few) return few;
  }
  const at = (place: 0 | -1) => text(hours.at(place) ?? '', minutes.at(place) ?? '', seconds.at(place) ?? '');
  const spans: readonly TimeSpan[] = at(0).includes('x') ? [] : [[at(0), at(-1)]];
  return { kind: 'many', hours, minutes: minutes.map(Number), seconds: bySecond, count, spans };
}

/** Values as two digits; an open hour or minute shows as `xx`. */
function orElse(values: readonly number[], fallback: number | undefined): readonly string[] {
  if (values.length > 0) return values.map(value => digits(value));
  return [fallback === undefined ? 'xx' : digits(fallback)];
}

/** A list of times or even spans; `undefined` when there are too many. */
function fewTimes(times: readonly string[]): TimesView | undefined {
  const even = times.length > maxPlainTimes ? evenTimes(times) : undefined;
  return even ?? (times.length <= maxListedTimes ? { kind: 'list', times } : undefined);
}

/** `undefined` when the times are not evenly spaced or have too many gaps. */
function evenTimes(times: readonly string[]): TimesView | undefined {
  // NaN when the time is open or has seconds.
  const minutes = times.map(time => {
    const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
    return Number(hour) * 60 + Number(minute);
  });
  const gaps = minutes.slice(1).map((minute, index) => minute - (minutes[index] ?? 0));
  const everyMinutes = Math.min(...gaps);
  const ends = [...gaps.flatMap((gap, index) => (gap === everyMinutes ? [] : [index + 1])), times.length];
  const runs = ends.map((end, index) => times.slice(ends[index - 1] ?? 0, end));
  const isPlain = everyMinutes > 0 && (everyMinutes < 60 || everyMinutes % 60 === 0);
  if (!isPlain || runs.length > maxSpans || runs.some(({ length }) => length < 3)) return undefined;
  const spans = runs.map(run => [run[0] ?? '', run.at(-1) ?? ''] as const);
  return { kind: 'even', everyMinutes, spans, count: times.length };
}

function stepsView(
  { freq, interval, byHour: hours, byMinute, bySecond }: RecurrenceRule,
  clock: ReturnType<typeof timeOfDay> | undefined,
): StepTimes {
  // The second of the start is implied.
  const seconds = freq !== 'SECONDLY' && bySecond.join() === String(clock?.second) ? [] : bySecond;
  const minutes = freq === 'HOURLY' && byMinute.length === 0 && clock ? [clock.minute] : byMinute;
  const [minute = 0, ...others] = minutes;
  const areDaysAlike = freq === 'HOURLY' && interval > 1 && 24 % interval === 0 && others.length === 0;
  return clock && areDaysAlike
    ? {
        kind: 'steps',
        hours,
        minutes: [],
        seconds,
        from: `${digits(clock.hour % interval)}:${digits(minute)}`,
      }
    : { kind: 'steps', hours, minutes, seconds };
}

/** The first and the last time of the day; `undefined` when open or around the clock. */
export function spanOfDay(times: TimesView): TimeSpan | undefined {
  if (times.kind === 'open' || times.kind === 'steps') return undefined;
  const listed = times.kind === 'list' ? times.times : times.spans.flat();
  const [first, last] = [listed[0], listed.at(-1)];
  return first === undefined || last === undefined || first.includes('x') ? undefined : [first, last];
}

/**
 * " 08:00, 12:00" or " 10× 08:00–11:00, 13:00–17:00"; `undefined` if the times are open, are given as steps, or are too
 * many to list and open in part.
 */
export function briefTimes(times: TimesView, zoneLabel: string): string | undefined {
  if (times.kind === 'open' || times.kind === 'steps') return undefined;
  if (times.kind === 'list') return ` ${times.times.join(', ')}${zoneLabel}`;
  const spans = times.spans.map(span => span.join('–')).join(', ');
  return spans === '' ? undefined : ` ${times.count}× ${spans}${zoneLabel}`;
}

/** The times of two rules on the same days; `undefined` when they cannot be described together. */
export function joinTimes(a: TimesView, b: TimesView): TimesView | undefined {
  return a.kind === 'list' && b.kind === 'list' ? fewTimes(ascending([...a.times, ...b.times])) : undefined;
}

/** Groups consecutive hours or days into spans: `8, 9, 20` becomes 8–9 and 20. */
export function consecutiveSpans(
  numbers: readonly number[],
): readonly (readonly [first: number, last: number])[] {
  const spans: [number, number][] = [];
  for (const number of numbers) {
    const last = spans.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans;
}
