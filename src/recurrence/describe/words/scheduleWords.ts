import type { RuleView } from '../ruleView.ts';

/** Runs of a schedule without rules, runs in addition to its rules, or excluded runs of its rules. */
export type DateKind = 'runs' | 'additional' | 'excluded';

/** Runs at the same times on the same days. */
export interface DateGroup {
  readonly count: number;
  /** Empty for all-day dates. */
  readonly times: readonly string[];
  readonly zoneLabel: string;
  readonly days: string;
}

/**
 * How one language describes schedules. Methods return whole phrases, not fragments to join, because languages differ
 * in word order, case and gender. Wall times are formatted as written.
 */
export interface ScheduleWords {
  readonly noSchedule: string;
  /** A schedule that has no runs left. */
  readonly noRuns: string;
  readonly unreadable: string;
  /** All days and times of a rule, without its end, so that different rules get different texts. */
  rule(view: RuleView): string;
  /** The same, short enough for a tree item. */
  briefRule(view: RuleView): string;
  /**
   * The days that an EXRULE excludes, after "except"; `undefined` when that would read badly. `time` replaces its
   * times.
   */
  exceptRule(view: RuleView, time?: string): string | undefined;
  /** Follows an EXRULE whose time of day comes from a start that the text leaves open. */
  readonly atStartTime: string;
  date(wallMs: number): string;
  briefDate(wallMs: number): string;
  /** A single run; `time` is empty for a date. */
  dateTime(wallMs: number, time: string): string;
  briefDateTime(wallMs: number, time: string): string;
  list(items: readonly string[]): string;
  /** `count` runs that no rule produces. */
  onDates(dateTimes: string, count: number): string;
  alsoOn(dateTimes: string): string;
  /** A start that no rule produces, in the list of `alsoOn`. */
  startDate(dateTime: string): string;
  except(days: readonly string[]): string;
  /** Separate sentences for what would make the first one unreadable. */
  exceptions(rules: readonly string[]): string;
  exceptionDates(dates: string): string;
  moreDates(dates: string): string;
  /** Days, or spans of days, in the month of a date. */
  daysOfMonth(days: readonly string[], wallMs: number): string;
  /** A separate sentence for many dates. */
  manyDates(kind: DateKind, group: DateGroup): string;
  from(date: string): string;
  until(date: string): string;
  /** For a rule without an end next to rules that end. */
  readonly withoutEnd: string;
  count(count: number): string;
  /** Several independent rules. */
  joinRules(rules: readonly string[]): string;
  /** Ends a shortened description. */
  readonly andMore: string;
  /** The time until a run, in minutes or hours. */
  inMinutes(minutes: number): string;
  inHours(hours: number): string;
  readonly now: string;
  weekdayTime(weekday: number, time: string): string;
}
