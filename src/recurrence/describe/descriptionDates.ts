import { beginningMs, type PredictionWindow, predictSet } from '../expand/predictor.ts';
import { instantOf, type Occurrence, type ZoneReading } from '../expand/resolvedSet.ts';
import { slotCount } from '../expand/ruleTimes.ts';
import { dayMs } from '../text/calendarDay.ts';
import { type DateTimeValue, dayOfWall } from '../text/dateTimeValue.ts';
import { localTime } from '../text/localDateTime.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';
import type { NamedDate } from './dateGroups.ts';
import { type DescribeOptions, type DescriptionInput, descriptionInput } from './descriptionInput.ts';
import { findRepeatedOffset } from './runTimes.ts';
import type { ScheduleWords } from './words/en.ts';

/** An instant and its wall time in the schedule's zone. In a repeated hour, two instants have the same wall time. */
export interface Moment {
  readonly instantMs: number;
  readonly wallMs: number;
}

const maxRuns = 500;
/** Further dates are listed unchecked, even if a rule produces them, too. */
const maxChecked = 40;
const allBudgetSteps = 20_000;
const checkBudgetSteps = 4_000;

/** The dates that a description names individually. */
export interface DescribedDates {
  readonly input: DescriptionInput;
  /** The runs that no repeating rule produces: DTSTART, RDATE, DTEND if it is a run, and rules that run once. */
  readonly runs: readonly Moment[];
  /** DTSTART, if it is one of them. */
  readonly start: Moment | undefined;
  readonly excluded: readonly NamedDate[];
  /** Some of the runs may be excluded by rules; finding out would take too long. */
  readonly isDoubtful: boolean;
}

/** A rule with one run is named by its date, unless finding that date would take too long. */
export function describeDates(
  set: RecurrenceSet,
  words: ScheduleWords,
  options: DescribeOptions,
): DescribedDates {
  const input = descriptionInput(set, words, options, true);
  const [runs, exceptions] = [foundRuns(input), foundExceptions(input)];
  if (runs && exceptions) return { ...datesOf(input, runs, exceptions), isDoubtful: false };
  const asRules = descriptionInput(set, words, options, false);
  const runsAsRules = foundRuns(asRules);
  const dates = datesOf(asRules, runsAsRules ?? written(asRules), []);
  return { ...dates, isDoubtful: runsAsRules === undefined };
}

function datesOf(
  input: DescriptionInput,
  runs: readonly Occurrence[],
  exceptions: readonly Occurrence[],
): Omit<DescribedDates, 'isDoubtful'> {
  return { input, ...singleRuns(input, runs), excluded: describeExcludedDates(input, exceptions) };
}

const ever: PredictionWindow = { fromMs: beginningMs, limit: maxRuns };

/** The start, the dates, and the runs of single-run rules, minus exclusions; `undefined` when not all can be found. */
function foundRuns(input: DescriptionInput): readonly Occurrence[] | undefined {
  const { set } = input;
  return runsOf({ ...set, rules: set.rules.filter(input.isSingle) }, input, ever, allBudgetSteps);
}

/** The dates of single-run exception rules. */
function foundExceptions(input: DescriptionInput): readonly Occurrence[] | undefined {
  const { set } = input;
  const rules = set.exceptionRules.filter(input.isSingle);
  if (rules.length === 0) return [];
  const alone = { ...set, rules, exceptionRules: [], exceptionDates: [], dates: [], end: undefined };
  return runsOf(alone, input, ever, allBudgetSteps)?.filter(({ source }) => source === 'rule');
}

function singleRuns(
  input: DescriptionInput,
  runs: readonly Occurrence[],
): Pick<DescribedDates, 'runs' | 'start'> {
  const repeating = { ...repeatingPart(input), dates: [], end: undefined };
  const sourceAt = sourceFinder(repeating, input);
  const own = upcomingOf(runs, input).filter(({ instantMs }) => sourceAt(instantMs) !== 'rule');
  const moments = own.map(run => momentOf(run, input));
  return { runs: moments, start: moments[own.findIndex(({ source }) => source === 'start')] };
}

function momentOf({ instantMs }: { readonly instantMs: number }, { zone }: DescriptionInput): Moment {
  return { instantMs, wallMs: zone.toWall(instantMs) };
}

/** The dates as written, for a text with too many to expand. */
function written({ set, reading }: DescriptionInput): readonly Occurrence[] {
  const start = occurrencesAt(set.start ? [set.start] : [], 'start', reading);
  const excluded = new Set(set.exceptionDates.map(date => instantOf(date, reading).instantMs));
  const all = [...start, ...occurrencesAt(set.dates, 'date', reading)];
  return ascending(all.filter(({ instantMs }) => !excluded.has(instantMs)));
}

function occurrencesAt(
  dates: readonly DateTimeValue[],
  source: Occurrence['source'],
  reading: ZoneReading,
): readonly Occurrence[] {
  return dates.map(date => ({ ...instantOf(date, reading), source }));
}

/** The excluded runs. A date on which nothing would run is not among them. */
function describeExcludedRuns(input: DescriptionInput, exceptions: readonly Occurrence[]): readonly Moment[] {
  const { set, reading } = input;
  const candidates = ascending([...exceptions, ...occurrencesAt(set.exceptionDates, 'date', reading)]);
  const sourceAt = sourceFinder(repeatingPart(input), input);
  return upcomingOf(candidates, input)
    .filter(({ instantMs }) => sourceAt(instantMs) !== 'none')
    .map(run => momentOf(run, input));
}

/** Whether the day has no runs left. */
function isWholeDay(day: number, excluded: ReadonlySet<number>, input: DescriptionInput): boolean {
  if (input.start.isDate) return true;
  const { zone, set } = input;
  const [fromMs, toMs] = [day * dayMs, (day + 1) * dayMs].map(wallMs => zone.toInstant(wallMs).instantMs);
  if (fromMs === undefined || toMs === undefined) return false;
  const all = { ...repeatingPart(input), dates: set.dates, end: set.end };
  const runs = runsOf(all, input, { fromMs, toMs, limit: maxRuns }, checkBudgetSteps);
  return runs?.every(({ instantMs }) => excluded.has(instantMs)) ?? false;
}

/** The set without single-run rules, single exceptions and exception dates. */
function repeatingPart({ set, isSingle }: DescriptionInput): RecurrenceSet {
  const repeats = (rule: RecurrenceRule) => !isSingle(rule);
  return {
    ...set,
    rules: set.rules.filter(repeats),
    exceptionRules: set.exceptionRules.filter(repeats),
    exceptionDates: [],
  };
}

type SourceAt = (instantMs: number) => 'rule' | 'none' | 'unknown';

/** Checks whether a rule produces a run at an instant: "unknown" when the server decides, or after too many checks. */
function sourceFinder(set: RecurrenceSet, input: DescriptionInput): SourceAt {
  let left = set.rules.length > 0 && set.start === undefined ? 0 : maxChecked;
  return instantMs => {
    if (left <= 0) return 'unknown';
    left -= set.rules.length;
    // Each rule is searched with its own budget and without EXRULEs, so that a futile search does not use up the
    // budget of another rule.
    const sources = set.rules.map(rule => {
      const alone = { ...set, rules: [rule], exceptionRules: [], dates: [] };
      const window = { fromMs: instantMs, toMs: instantMs + 1, limit: 1 };
      const runs = runsOf(alone, input, window, checkBudgetSteps + slotCount(rule));
      // The search starts in the period of the instant, so it ran out of budget after it, unless COUNT is counted from
      // the start.
      if (!runs) return rule.count === undefined ? 'none' : 'unknown';
      return runs.some(run => run.source === 'rule' && run.instantMs === instantMs) ? 'rule' : 'none';
    });
    return (['rule', 'unknown'] as const).find(source => sources.includes(source)) ?? 'none';
  };
}

/** The runs in the window; `undefined` when the budget does not suffice to find all of them. */
function runsOf(
  set: RecurrenceSet,
  { options }: DescriptionInput,
  window: PredictionWindow,
  budgetSteps: number,
): readonly Occurrence[] | undefined {
  const { kind, occurrences } = predictSet(set, window, { ...options, budgetSteps });
  return kind === 'complete' || (kind === 'limited' && window.limit === 1) ? occurrences : undefined;
}

function upcomingOf(
  runs: readonly Occurrence[],
  { options: { nowMs } }: DescriptionInput,
): readonly Occurrence[] {
  return nowMs === undefined ? runs : runs.filter(({ instantMs }) => instantMs >= nowMs);
}

function ascending(runs: readonly Occurrence[]): readonly Occurrence[] {
  const byInstant = new Map(runs.map(run => [run.instantMs, run]));
  return [...byInstant.values()].sort((a, b) => a.instantMs - b.instantMs);
}

export function dateTimeText(moment: Moment, input: DescriptionInput): string {
  return namedDateText(nameDate(moment, input), input);
}

export function nameDate(moment: Moment, { start, zone }: DescriptionInput): NamedDate {
  const { wallMs } = moment;
  return { wallMs, time: start.isDate ? '' : localTime(wallMs) + findRepeatedOffset(moment.instantMs, zone) };
}

export function namedDateText({ wallMs, time }: NamedDate, { start, words }: DescriptionInput): string {
  return words.dateTime(wallMs, time && time + start.zoneLabel);
}

/** Days that have no run left are named without a time. */
function describeExcludedDates(
  input: DescriptionInput,
  exceptions: readonly Occurrence[],
): readonly NamedDate[] {
  const runs = describeExcludedRuns(input, exceptions);
  const all = new Set(runs.map(({ instantMs }) => instantMs));
  const named = new Map<string, NamedDate>();
  const isFew = runs.length <= maxChecked;
  for (const run of runs) {
    const { wallMs } = run;
    const day = dayOfWall(wallMs);
    const isWhole = isFew && isWholeDay(day, all, input);
    const date = isWhole ? { wallMs, time: '' } : nameDate(run, input);
    named.set(`${day} ${date.time}`, date);
  }
  return [...named.values()];
}
