import type { DateTimeValue } from './dateTimeValue.ts';
import type { Dialect } from './dialect.ts';
import type { RecurrenceRule } from './recurrenceRule.ts';
import type { RecurrenceSet } from './recurrenceSet.ts';
import { effectiveRule, instantOf, zoneOf } from './resolvedSet.ts';
import { joinTimes, type RuleView, type RuleViewStart, ruleView } from './ruleView.ts';
import { findTimeZone, type TimeZone, UTC } from './timeZone.ts';

export interface DescribeOptions {
  readonly dialect: Dialect;
  /** IANA name of the zone for times that name none. */
  readonly zone: string;
  /** Leaves out what lies before, and says when the schedule has not begun. */
  readonly nowMs?: number;
}

/** A set with its zone settled, ready to be put into words. */
export interface DescriptionInput {
  readonly set: RecurrenceSet;
  readonly options: DescribeOptions;
  readonly zone: TimeZone;
  readonly start: RuleViewStart;
  readonly views: readonly ViewedRule[];
  readonly exceptionViews: readonly RuleView[];
}

/** Rules that differ only in their times are one view. */
export interface ViewedRule {
  readonly view: RuleView;
  readonly rule: RecurrenceRule;
}

export function descriptionInput(set: RecurrenceSet, options: DescribeOptions): DescriptionInput {
  const defaultZone = findTimeZone(options.zone) ?? UTC;
  const reading = { dialect: options.dialect, zone: defaultZone };
  const first = set.start ?? set.dates[0];
  const zone = first ? zoneOf(first, reading) : defaultZone;
  const start: RuleViewStart = {
    wallMs: set.start?.wallMs,
    isDate: set.start?.form === 'date',
    zoneLabel: zoneLabel(first, options),
  };
  const viewed = (rules: readonly RecurrenceRule[]) =>
    viewedRules(
      rules.slice(0, MAX_VIEWED_RULES).map(rule => effectiveRule(rule, set.start, options.dialect)),
      start,
    );
  return {
    set,
    options,
    zone,
    start,
    views: viewed(set.rules),
    exceptionViews: viewed(set.exceptionRules).map(({ view }) => view),
  };
}

/** UTC is nobody's local time and always said; another zone only where it is not the reader's. */
function zoneLabel(value: DateTimeValue | undefined, { dialect, zone }: DescribeOptions): string {
  if (value?.form === 'utc') {
    return ' UTC';
  }
  const tzid = dialect === 'rfc' ? value?.tzid : undefined;
  return tzid === undefined || tzid === zone ? '' : ` (${tzid})`;
}

/** More rules than anyone reads are cut off; the caller sees by the number that there were more. */
const MAX_VIEWED_RULES = 100;

function viewedRules(rules: readonly RecurrenceRule[], start: RuleViewStart): readonly ViewedRule[] {
  const groups = new Map<string, ViewedRule>();
  for (const rule of rules) {
    const view = ruleView(rule, start);
    const mergeable = view.times.kind === 'list' && rule.bySetPos.length === 0 && rule.count === undefined;
    const key = JSON.stringify({ ...rule, ...(mergeable && { byHour: [], byMinute: [], bySecond: [] }) });
    const known = groups.get(key);
    const times = known && joinTimes(known.view.times, view.times);
    groups.set(key, known && times ? { ...known, view: { ...known.view, times } } : { rule, view });
  }
  return [...groups.values()];
}

/** The wall time of a value in the zone of the set. */
export function wallInZone(value: DateTimeValue, { zone, options }: DescriptionInput): number {
  const reading = { dialect: options.dialect, zone: findTimeZone(options.zone) ?? UTC };
  return zoneOf(value, reading) === zone ? value.wallMs : zone.toWall(instantOf(value, reading).instantMs);
}
