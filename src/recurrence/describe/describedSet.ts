import { ascending } from '../../base/collections.ts';
import { beginningMs, type PredictionWindow, predictSet } from '../expand/predictor.ts';
import {
  effectiveRule,
  instantOf,
  type Occurrence,
  type ZoneReading,
  zoneOf,
} from '../expand/resolvedSet.ts';
import { slotCount } from '../expand/ruleTimes.ts';
import { dayMs } from '../text/calendarDay.ts';
import { type DateTimeValue, type Dialect, dayOfWall, localTime } from '../text/dateTimeValue.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, type TimeZone, utc } from '../text/timeZone.ts';
import type { NamedDate } from './dateGroups.ts';
import { type RuleView, ruleView } from './ruleView.ts';
import { findRepeatedOffset } from './runTimes.ts';
import { joinTimes, type RuleViewStart } from './timesView.ts';

export interface DescribeOptions {
  readonly dialect: Dialect;
  /** IANA name of the zone for times without one. */
  readonly zone: string;
  /** Omits past dates, and adds the start date if the schedule has not started yet. */
  readonly nowMs?: number;
}

/** What the description of a set says: its rules in general, and the other runs by their dates. */
export interface DescribedSet {
  readonly set: RecurrenceSet;
  readonly nowMs: number | undefined;
  readonly reading: ZoneReading;
  readonly zone: TimeZone;
  readonly start: RuleViewStart;
  readonly rules: readonly ViewedRule[];
  readonly exceptionRules: readonly ViewedRule[];
  /** Some rules have no view. */
  readonly hasMoreRules: boolean;
  /** The runs that these rules do not produce: DTSTART, RDATE, DTEND if it is a run, and rules that run once. */
  readonly runs: readonly NamedDate[];
  /** DTSTART, if it is one of them. */
  readonly startRun: NamedDate | undefined;
  readonly excluded: readonly NamedDate[];
  /** Some of the runs may be excluded by rules; finding out would take too long. */
  readonly isDoubtful: boolean;
}

/** Rules that differ only in their times share one view. */
export interface ViewedRule {
  readonly view: RuleView;
  readonly rule: RecurrenceRule;
}

/** Nobody reads more rules than this. */
const maxViewedRules = 100;
const maxRuns = 500;
/** Further dates are listed unchecked, even if a rule produces them, too. */
const maxChecked = 40;
const allBudgetSteps = 20_000;
const checkBudgetSteps = 4_000;

type Run = Pick<Occurrence, 'instantMs' | 'source'>;

/** A rule with one run is described by its date, unless finding that date would take too long. */
export function toDescribedSet(set: RecurrenceSet, options: DescribeOptions): DescribedSet {
  const reading = { dialect: options.dialect, zone: findTimeZone(options.zone) ?? utc };
  const first = set.start ?? set.dates[0];
  const base = {
    nowMs: options.nowMs,
    reading,
    zone: zoneOf(first, reading),
    start: {
      wallMs: set.start?.wallMs,
      isDate: set.start?.form === 'date' && !hasTimes(set),
      zoneLabel: zoneLabel(first, options),
    },
  };
  const describe = (repeating: RecurrenceSet, runs: readonly Run[], exceptions: readonly Run[]) => ({
    ...base,
    set: repeating,
    rules: viewRules(repeating.rules, repeating.start, base),
    exceptionRules: viewRules(repeating.exceptionRules, repeating.start, base),
    hasMoreRules: Math.max(repeating.rules.length, repeating.exceptionRules.length) > maxViewedRules,
    ...singleRuns(repeating, runs, base),
    excluded: excludedDates(repeating, exceptions, base),
  });
  // COUNT=1 with a known start is a single date.
  const isSingle = ({ count }: RecurrenceRule) => count === 1 && set.start !== undefined;
  const repeats = (rule: RecurrenceRule) => !isSingle(rule);
  const runs = runsOf({ ...set, rules: set.rules.filter(isSingle) }, reading, ever, allBudgetSteps);
  const exceptions = singleExceptions(set, set.exceptionRules.filter(isSingle), reading);
  if (runs && exceptions) {
    const { rules, exceptionRules } = set;
    const repeating = {
      ...set,
      rules: rules.filter(repeats),
      exceptionRules: exceptionRules.filter(repeats),
    };
    return { ...describe(repeating, runs, exceptions), isDoubtful: false };
  }
  const dates = runsOf({ ...set, rules: [] }, reading, ever, allBudgetSteps);
  return { ...describe(set, dates ?? writtenRuns(set, reading), []), isDoubtful: dates === undefined };
}

type SetBase = Pick<DescribedSet, 'nowMs' | 'reading' | 'zone' | 'start'>;

/** Whether the set has times, so that naming the days is not enough. */
function hasTimes({ rules, exceptionRules, dates, exceptionDates }: RecurrenceSet): boolean {
  const isTimed = ({ freq, byHour, byMinute, bySecond }: RecurrenceRule) =>
    isSubDaily(freq) || byHour.length + byMinute.length + bySecond.length > 0;
  return (
    [...rules, ...exceptionRules].some(isTimed) ||
    [...dates, ...exceptionDates].some(({ wallMs }) => wallMs % dayMs !== 0)
  );
}

/** UTC is always named, because it is nobody's local time; another zone only when it is not the reader's. */
function zoneLabel(value: DateTimeValue | undefined, { dialect, zone }: DescribeOptions): string {
  if (value?.form === 'utc') return ' UTC';
  const tzid = dialect === 'rfc' ? value?.tzid : undefined;
  return tzid === undefined || tzid === zone ? '' : ` (${tzid})`;
}

function viewRules(
  rules: readonly RecurrenceRule[],
  startDate: DateTimeValue | undefined,
  { start, reading }: SetBase,
): readonly ViewedRule[] {
  const viewed: (ViewedRule & { readonly key: string })[] = [];
  for (const each of rules.slice(0, maxViewedRules)) {
    const rule = effectiveRule(each, startDate, reading.dialect);
    const view = ruleView(rule, start);
    const mergeable = view.times.kind === 'list' && rule.bySetPos.length === 0 && rule.count === undefined;
    const key = JSON.stringify({ ...rule, ...(mergeable && { byHour: [], byMinute: [], bySecond: [] }) });
    const place = viewed.findLastIndex(other => other.key === key);
    const known = viewed[place];
    const times = known && joinTimes(known.view.times, view.times);
    if (known && times) viewed[place] = { ...known, view: { ...known.view, times } };
    else viewed.push({ rule, view, key });
  }
  return viewed;
}

const ever: PredictionWindow = { fromMs: beginningMs, limit: maxRuns };

/** The runs in the window; `undefined` when the budget does not suffice to find all of them. */
function runsOf(
  set: RecurrenceSet,
  { dialect, zone }: ZoneReading,
  window: PredictionWindow,
  budgetSteps: number,
): readonly Occurrence[] | undefined {
  const { kind, occurrences } = predictSet(set, window, { dialect, zone: zone.id, budgetSteps });
  return kind === 'complete' || (kind === 'limited' && window.limit === 1) ? occurrences : undefined;
}

/** The dates that these EXRULEs of one run exclude. */
function singleExceptions(
  set: RecurrenceSet,
  rules: readonly RecurrenceRule[],
  reading: ZoneReading,
): readonly Run[] | undefined {
  if (rules.length === 0) return [];
  const alone = { ...set, rules, exceptionRules: [], exceptionDates: [], dates: [], end: undefined };
  return runsOf(alone, reading, ever, allBudgetSteps)?.filter(({ source }) => source === 'rule');
}

/** The dates as written, for a text with too many to expand. */
function writtenRuns({ start, dates, exceptionDates }: RecurrenceSet, reading: ZoneReading): readonly Run[] {
  const instantsOf = (values: readonly DateTimeValue[]) =>
    values.map(value => instantOf(value, reading).instantMs);
  const excluded = new Set(instantsOf(exceptionDates));
  const dated = new Set(instantsOf(dates));
  return ascending([...instantsOf(start ? [start] : []), ...dated])
    .filter(instantMs => !excluded.has(instantMs))
    .map(instantMs => ({ instantMs, source: dated.has(instantMs) ? 'date' : 'start' }));
}

function singleRuns(
  repeating: RecurrenceSet,
  runs: readonly Run[],
  base: SetBase,
): Pick<DescribedSet, 'runs' | 'startRun'> {
  const sourceAt = sourceFinder({ ...repeating, end: undefined }, base.reading);
  const own = runs.filter(({ instantMs }) => isUpcoming(instantMs, base) && sourceAt(instantMs) !== 'rule');
  const named = own.map(({ instantMs }) => nameDate(instantMs, base));
  return { runs: named, startRun: named[own.findIndex(({ source }) => source === 'start')] };
}

/**
 * The excluded runs; a day that has no run left is named without a time. A date on which nothing would run is not among
 * them.
 */
function excludedDates(
  repeating: RecurrenceSet,
  exceptions: readonly Run[],
  base: SetBase,
): readonly NamedDate[] {
  const { reading, start, zone } = base;
  const dates = repeating.exceptionDates.map(date => instantOf(date, reading));
  const sourceAt = sourceFinder(repeating, reading);
  const excluded = ascending([...exceptions, ...dates].map(({ instantMs }) => instantMs)).filter(
    instantMs => isUpcoming(instantMs, base) && sourceAt(instantMs) !== 'none',
  );
  const isExcluded = new Set(excluded);
  const isWholeDay = (day: number) => {
    if (start.isDate) return true;
    const [fromMs = 0, toMs = 0] = [day, day + 1].map(each => zone.toInstant(each * dayMs).instantMs);
    const window = { fromMs, toMs, limit: maxRuns };
    const runs = runsOf({ ...repeating, exceptionDates: [] }, reading, window, checkBudgetSteps);
    return runs?.every(({ instantMs }) => isExcluded.has(instantMs)) ?? false;
  };
  const named = excluded.map(instantMs => {
    const date = nameDate(instantMs, base);
    const isWhole = excluded.length <= maxChecked && isWholeDay(dayOfWall(date.wallMs));
    return isWhole ? { ...date, time: '' } : date;
  });
  return [...new Map(named.map(date => [`${dayOfWall(date.wallMs)} ${date.time}`, date])).values()];
}

function isUpcoming(instantMs: number, { nowMs }: SetBase): boolean {
  return nowMs === undefined || instantMs >= nowMs;
}

type SourceAt = (instantMs: number) => 'rule' | 'none' | 'unknown';

/** Checks whether a rule produces a run at an instant: "unknown" when the server decides, or after too many checks. */
function sourceFinder(set: RecurrenceSet, reading: ZoneReading): SourceAt {
  let left = set.rules.length > 0 && set.start === undefined ? 0 : maxChecked;
  return instantMs => {
    if (left <= 0) return 'unknown';
    left -= set.rules.length;
    // Each rule is searched with its own budget and without exceptions, so that a futile search does not use up the
    // budget of another rule.
    const sources = set.rules.map(rule => {
      const alone = { ...set, rules: [rule], exceptionRules: [], exceptionDates: [], dates: [] };
      const window = { fromMs: instantMs, toMs: instantMs + 1, limit: 1 };
      const runs = runsOf(alone, reading, window, checkBudgetSteps + slotCount(rule));
      // The search starts in the period of the instant, so it ran out of budget after it, unless COUNT is counted from
      // the start.
      if (!runs) return rule.count === undefined ? 'none' : 'unknown';
      return runs.some(run => run.source === 'rule' && run.instantMs === instantMs) ? 'rule' : 'none';
    });
    return (['rule', 'unknown'] as const).find(source => sources.includes(source)) ?? 'none';
  };
}

export function nameDate(
  instantMs: number,
  { start, zone }: Pick<DescribedSet, 'start' | 'zone'>,
): NamedDate {
  const wallMs = zone.toWall(instantMs);
  return { wallMs, time: start.isDate ? '' : localTime(wallMs) + findRepeatedOffset(instantMs, zone) };
}
