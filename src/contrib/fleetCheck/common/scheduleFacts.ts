import { getOrAdd } from '../../../base/collections.ts';
import { type OpenTimes, openTimes } from '../../../recurrence/expand/nextRuns.ts';
import {
  beginningMs,
  type PredictionWindow,
  type PredictorOptions,
  predictSet,
} from '../../../recurrence/expand/predictor.ts';
import { zoneOf } from '../../../recurrence/expand/resolvedSet.ts';
import { dayMs, hourMs, modulo } from '../../../recurrence/text/calendarDay.ts';
import type { RecurrenceProblem } from '../../../recurrence/text/recurrenceProblem.ts';
import {
  hasErrors,
  isEmptySet,
  parseRecurrenceSet,
  type RecurrenceSet,
} from '../../../recurrence/text/recurrenceSet.ts';
import { findTimeZone, type TimeZone, utc } from '../../../recurrence/text/timeZone.ts';

/** A run that daylight saving skips or repeats. */
interface ClockChangeRun {
  readonly kind: 'skipped' | 'doubled';
  readonly instantMs: number;
}

/** In which hours of all time a schedule runs. */
export interface RunHours {
  /** Those of the next ten runs. */
  readonly next: readonly number[];
  /** The same for the same hours. */
  readonly key: string;
  /** If it runs in the same hours of each week, without end. */
  readonly week: WeeklyHours | undefined;
}

export interface WeeklyHours {
  /** The same for the same hours. */
  readonly key: string;
  readonly includes: (hour: number) => boolean;
}

/** What the rules need to know of a schedule, without the job that has it. */
export type ScheduleFacts =
  | { readonly kind: 'empty' | 'never' | 'ended' | 'unknown' }
  | { readonly kind: 'unreadable'; readonly problem: RecurrenceProblem | undefined }
  | {
      readonly kind: 'runs';
      readonly open: OpenTimes;
      readonly nextMs: number;
      /** `undefined` if there are fewer than ten further runs, or if it runs every hour. */
      readonly hours: RunHours | undefined;
      /** Between two of these runs. */
      readonly shortestMs: number;
      readonly clockChange: ClockChangeRun | undefined;
    };

const runsAhead = 10;
const lookAheadMs = 400 * dayMs;
const budgetSteps = 30_000;
const rememberedAtMost = 50_000;

/** Computes the facts of each schedule once, and again after its next run. */
export class ScheduleMemory {
  readonly #facts = new Map<string, { readonly facts: ScheduleFacts; readonly untilMs: number }>();
  #zone: string | undefined;
  #changes: readonly Change[] = [];
  #changesUntilMs = 0;

  of(text: string, { dialect, zone }: PredictorOptions, nowMs: number): ScheduleFacts {
    if (zone !== this.#zone || this.#facts.size > rememberedAtMost) this.#facts.clear();
    if (zone !== this.#zone || nowMs >= this.#changesUntilMs) {
      this.#changes = clockChanges(findTimeZone(zone), nowMs);
      this.#changesUntilMs = nowMs + dayMs;
      this.#zone = zone;
    }
    const known = this.#facts.get(text);
    if (known !== undefined && known.untilMs > nowMs) return known.facts;
    this.#facts.delete(text);
    return getOrAdd(this.#facts, text, () => {
      const facts = readFacts(text, { dialect, zone, budgetSteps }, nowMs, this.#changes);
      const untilMs = facts.kind === 'runs' ? facts.nextMs : nowMs + dayMs;
      return { facts, untilMs };
    }).facts;
  }
}

function readFacts(
  text: string,
  options: PredictorOptions,
  nowMs: number,
  changes: readonly Change[],
): ScheduleFacts {
  const set = parseRecurrenceSet(text, options.dialect);
  if (isEmptySet(set)) return { kind: 'empty' };
  if (hasErrors(set))
    return { kind: 'unreadable', problem: set.problems.find(({ severity }) => severity === 'error') };
  const predict = (window: PredictionWindow) =>
    predictSet(set, { anchorMs: nowMs, stopsAtLimit: true, ...window }, options);
  const next = predict({ fromMs: nowMs, limit: runsAhead });
  const times = next.occurrences.map(({ instantMs }) => instantMs);
  const [nextMs] = times;
  const hasRuleRuns = next.occurrences.some(({ source }) => source === 'rule');
  if (nextMs === undefined || (set.rules.length > 0 && next.kind === 'complete' && !hasRuleRuns)) {
    if (next.kind === 'cannotPredict') return { kind: 'unknown' };
    const isPast = nextMs === undefined;
    // Wherever the server is, the last run is past.
    if (isPast && predict({ fromMs: nowMs - dayMs, limit: 1 }).occurrences.length > 0)
      return { kind: 'unknown' };
    const ended = findEnd(set, predict);
    if (isPast || ended === 'never') return { kind: ended };
  }
  const open = openTimes(set, options.dialect);
  const shortestMs = Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  const isOften = shortestMs <= hourMs;
  return {
    kind: 'runs',
    open,
    nextMs,
    hours: isOften || times.length < runsAhead ? undefined : runHours(set, times, predict, options),
    shortestMs,
    // What runs every hour loses nothing.
    clockChange: open === 'zone' && !isOften ? findClockChange(changes, predict) : undefined,
  };
}

const hourOf = (instantMs: number): number => Math.floor(instantMs / hourMs);

function runHours(
  set: RecurrenceSet,
  times: readonly number[],
  predict: Predict,
  options: PredictorOptions,
): RunHours {
  const next = times.map(hourOf);
  const week = isWeekly(set) ? weeklyHours(set, times, predict, options) : undefined;
  return { next, key: next.join(' '), week };
}

/** Whether its runs repeat from week to week without end. */
function isWeekly({ rules, exceptionRules, dates, exceptionDates, end }: RecurrenceSet): boolean {
  const [rule, ...others] = rules;
  const more = [...others, ...exceptionRules, ...dates, ...exceptionDates];
  if (rule === undefined || more.length > 0) return false;
  const { freq, interval, count, until, byDay, ...lists } = rule;
  const { byMonthDay, byYearDay, byWeekNo, byMonth, bySetPos } = lists;
  const parts = [byMonthDay, byYearDay, byWeekNo, byMonth, bySetPos];
  return (
    (freq === 'DAILY' || freq === 'WEEKLY') &&
    interval === 1 &&
    (count ?? until ?? end) === undefined &&
    byDay.every(({ nth }) => nth === undefined) &&
    parts.every(part => part.length === 0)
  );
}

const hoursAWeek = 7 * 24;

function weeklyHours(
  { start }: RecurrenceSet,
  times: readonly number[],
  predict: Predict,
  { dialect, zone: zoneId }: PredictorOptions,
): WeeklyHours {
  const [firstMs = 0] = times;
  const untilMs = firstMs + 7 * dayMs;
  const zone = zoneOf(start, { dialect, zone: findTimeZone(zoneId) ?? utc });
  const offsetMs = (instantMs: number) => zone.toWall(instantMs) - instantMs;
  const firstOffsetMs = offsetMs(firstMs);
  /** By the clock of the zone as it was at the first run. */
  const hourOfWeek = (hour: number) => {
    const shiftMs = offsetMs(hour * hourMs) - firstOffsetMs;
    return modulo(hour + Math.floor(shiftMs / hourMs), hoursAWeek);
  };
  // The first run may be the start, which the rule need not produce.
  const week =
    (times.at(-1) ?? 0) >= untilMs
      ? times.filter(ms => ms > firstMs && ms <= untilMs)
      : predict({ fromMs: firstMs + 1, toMs: untilMs + 1, limit: hoursAWeek }).occurrences.map(
          ({ instantMs }) => instantMs,
        );
  const hours = new Set(week.map(ms => hourOfWeek(hourOf(ms))));
  return {
    key: `${zone.id} ${firstOffsetMs} ${[...hours].join(' ')}`,
    includes: hour => hour * hourMs > firstMs - hourMs && hours.has(hourOfWeek(hour)),
  };
}

type Predict = (window: PredictionWindow) => ReturnType<typeof predictSet>;

/** Whether a schedule without further runs by its rule ever had one. */
function findEnd(set: RecurrenceSet, predict: Predict): 'ended' | 'never' | 'unknown' {
  // Without a start, its runs count from now, so none of the past can be found.
  const isBounded = set.rules.some(({ until, count }) => until !== undefined || count !== undefined);
  if (set.start === undefined && isBounded) return 'ended';
  // The first run may be the start, which no rule produces, and dates may come before it.
  const past = predict({ fromMs: beginningMs, limit: set.dates.length + 3, stopsAtLimit: false });
  if (past.occurrences.some(({ source }) => set.rules.length === 0 || source === 'rule')) return 'ended';
  return past.kind === 'complete' ? 'never' : 'unknown';
}

function findClockChange(changes: readonly Change[], predict: Predict): ClockChangeRun | undefined {
  for (const change of changes) {
    const run = predict({ ...change, limit: 60 }).occurrences.find(({ clockChange }) => clockChange);
    if (run?.clockChange !== undefined) return { kind: run.clockChange, instantMs: run.instantMs };
  }
  return undefined;
}

/** The instants around a change of the clock whose wall times are skipped or repeated. */
interface Change {
  readonly fromMs: number;
  readonly toMs: number;
}

/** No zone changes its clock twice within a week. Each step takes a call of `Intl`. */
const stepMs = 7 * dayMs;

function clockChanges(zone: TimeZone | undefined, nowMs: number): Change[] {
  if (zone === undefined) return [];
  const offsetAt = (instantMs: number) => zone.toWall(instantMs) - instantMs;
  const changes: Change[] = [];
  for (let fromMs = nowMs; fromMs < nowMs + lookAheadMs; fromMs += stepMs) {
    const before = offsetAt(fromMs);
    const shiftMs = Math.abs(offsetAt(fromMs + stepMs) - before);
    if (shiftMs === 0) continue;
    let [low, high] = [fromMs, fromMs + stepMs];
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    const changeMs = Math.round(high / 1_000) * 1_000;
    changes.push({ fromMs: Math.max(nowMs, changeMs - shiftMs), toMs: changeMs + shiftMs });
  }
  return changes;
}
