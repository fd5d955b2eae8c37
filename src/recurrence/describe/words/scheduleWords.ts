import type { RuleView } from '../ruleView.ts';

/** Runs of a schedule without rules, runs in addition to its rules, or runs of rules that are excluded. */
export type DateKind = 'runs' | 'additional' | 'excluded';

/** Runs at the same times of the same days. */
export interface DateGroup {
  readonly count: number;
  /** None for whole days. */
  readonly times: readonly string[];
  readonly zoneLabel: string;
  readonly days: string;
}

/**
 * How one language describes schedules: in whole phrases, not in fragments to be joined, because languages differ in
 * order, case and gender. Wall times are formatted as they are written.
 */
export interface ScheduleWords {
  readonly noSchedule: string;
  /** A schedule of which no run is left. */
  readonly noRuns: string;
  readonly unreadable: string;
  /** Days and times of a rule, without its end: all of them, so that other rules read differently. */
  rule(view: RuleView): string;
  /** The same, as short as a tree item needs it. */
  briefRule(view: RuleView): string;
  /**
   * The days that an EXRULE excludes, after "except"; `undefined` where that would not read well. `time` stands in for
   * its times.
   */
  exceptRule(view: RuleView, time?: string): string | undefined;
  /** Follows an EXRULE that takes its time of day from a start that the text leaves open. */
  readonly atStartTime: string;
  date(wallMs: number): string;
  briefDate(wallMs: number): string;
  /** A single run; `time` is empty for a date. */
  dateTime(wallMs: number, time: string): string;
  briefDateTime(wallMs: number, time: string): string;
  list(items: readonly string[]): string;
  /** Runs outside any rule, `count` of them. */
  onDates(dateTimes: string, count: number): string;
  alsoOn(dateTimes: string): string;
  /** A start that no rule gives, in the list of `alsoOn`. */
  startDate(dateTime: string): string;
  except(days: readonly string[]): string;
  /** Sentences of their own, for what would make the first one unreadable. */
  exceptions(rules: readonly string[]): string;
  exceptionDates(dates: string): string;
  moreDates(dates: string): string;
  /** Days, or spans of days, of the month of a date. */
  daysOfMonth(days: readonly string[], wallMs: number): string;
  /** A sentence of its own for many dates. */
  manyDates(kind: DateKind, group: DateGroup): string;
  from(date: string): string;
  until(date: string): string;
  /** For a rule without an end among others that end. */
  readonly withoutEnd: string;
  count(count: number): string;
  /** Several independent rules. */
  joinRules(rules: readonly string[]): string;
  /** Ends a short description that leaves things out. */
  readonly andMore: string;
  /** A span of time until a run: minutes, hours. */
  inMinutes(minutes: number): string;
  inHours(hours: number): string;
  readonly now: string;
  weekdayTime(weekday: number, time: string): string;
}
