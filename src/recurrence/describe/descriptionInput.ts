import { effectiveRule, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs } from '../text/calendarDay.ts';
import type { DateTimeValue } from '../text/dateTimeValue.ts';
import type { Dialect } from '../text/dialect.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, type TimeZone, utc } from '../text/timeZone.ts';
import { type RuleView, type RuleViewStart, ruleView } from './ruleView.ts';
import { joinTimes } from './timesView.ts';
import type { ScheduleWords } from './words/en.ts';

export interface DescribeOptions {
  readonly dialect: Dialect;
  /** IANA name of the zone for times without one. */
  readonly zone: string;
  /** Omits past dates, and adds the start date if the schedule has not started yet. */
  readonly nowMs?: number;
}

/** A set whose zone is resolved, ready to be described. */
export interface DescriptionInput {
  readonly words: ScheduleWords;
  readonly set: RecurrenceSet;
  readonly options: DescribeOptions;
  readonly reading: ZoneReading;
  readonly zone: TimeZone;
  readonly start: RuleViewStart;
  /** The rules with more than one run. */
  readonly views: readonly ViewedRule[];
  readonly exceptionViews: readonly ViewedRule[];
  /** Some rules have no view. */
  readonly hasMoreRules: boolean;
  /** Whether the rule is described as a single date. */
  isSingle(rule: RecurrenceRule): boolean;
}

/** Rules that differ only in their times share one view. */
export interface ViewedRule {
  readonly view: RuleView;
  readonly rule: RecurrenceRule;
}

/** With `findsSingles`, a rule with one run has no view, because its date is named instead. */
export function descriptionInput(
  set: RecurrenceSet,
  words: ScheduleWords,
  options: DescribeOptions,
  findsSingles: boolean,
): DescriptionInput {
  const reading = { dialect: options.dialect, zone: findTimeZone(options.zone) ?? utc };
  const first = set.start ?? set.dates[0];
  const start: RuleViewStart = {
    wallMs: set.start?.wallMs,
    isDate: set.start?.form === 'date' && !hasTimes(set),
    zoneLabel: zoneLabel(first, options),
  };
  // COUNT=1 with a known start is a single date.
  const isSingle = ({ count }: RecurrenceRule) => findsSingles && count === 1 && set.start !== undefined;
  const repeating = (rules: readonly RecurrenceRule[]) => rules.filter(rule => !isSingle(rule));
  const [rules, exceptionRules] = [repeating(set.rules), repeating(set.exceptionRules)];
  const viewed = (all: readonly RecurrenceRule[]) =>
    viewRules(
      all.slice(0, maxViewedRules).map(rule => effectiveRule(rule, set.start, options.dialect)),
      start,
    );
  return {
    words,
    set,
    options,
    reading,
    zone: zoneOf(first, reading),
    start,
    views: viewed(rules),
    exceptionViews: viewed(exceptionRules),
    isSingle,
    hasMoreRules: Math.max(rules.length, exceptionRules.length) > maxViewedRules,
  };
}

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

/** Nobody reads more rules than this. */
const maxViewedRules = 100;

function viewRules(rules: readonly RecurrenceRule[], start: RuleViewStart): readonly ViewedRule[] {
  const viewed: ViewedRule[] = [];
  const places = new Map<string, number>();
  for (const rule of rules) {
    const view = ruleView(rule, start);
    const mergeable = view.times.kind === 'list' && rule.bySetPos.length === 0 && rule.count === undefined;
    const key = JSON.stringify({ ...rule, ...(mergeable && { byHour: [], byMinute: [], bySecond: [] }) });
    const place = places.get(key);
    const known = place === undefined ? undefined : viewed[place];
    const times = known && joinTimes(known.view.times, view.times);
    if (place !== undefined && known && times) {
      viewed[place] = { ...known, view: { ...known.view, times } };
      continue;
    }
    places.set(key, viewed.length);
    viewed.push({ rule, view });
  }
  return viewed;
}
