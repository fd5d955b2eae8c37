import type { RuleView } from '../ruleView.ts';

/**
 * How one language talks about schedules. Whole phrases rather than fragments to be glued together:
 * languages differ in order, case and gender. Wall times are formatted as they stand.
 */
export interface ScheduleWords {
  readonly noSchedule: string;
  readonly unreadable: string;
  /** Days and times of a rule, without its end. */
  rule(view: RuleView): string;
  /** The same, as short as a tree item needs it. */
  briefRule(view: RuleView): string;
  /** The days an EXRULE takes away; `withTimes` where they differ from the times of the rules. */
  exceptRule(view: RuleView, withTimes: boolean): string;
  date(wallMs: number): string;
  briefDate(wallMs: number): string;
  /** A single run; `time` is empty for a date. */
  dateTime(wallMs: number, time: string): string;
  briefDateTime(wallMs: number, time: string): string;
  /** `hidden` is how many more there are than are named. */
  list(items: readonly string[], hidden?: number): string;
  /** Runs outside any rule, `count` of them. */
  onDates(dateTimes: string, count: number): string;
  alsoOn(dateTimes: string): string;
  alsoOnStart(dateTime: string): string;
  except(dates: string): string;
  from(date: string): string;
  until(date: string): string;
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
