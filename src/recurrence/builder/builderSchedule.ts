import type { LocalDate, LocalDateTime, LocalTime } from '../text/dateTimeValue.ts';
/** The zone of a schedule's times: UTC, a named zone, or floating (the server's clock). */
export type BuilderZone =
  | { readonly kind: 'utc' }
  | { readonly kind: 'floating' }
  | { readonly kind: 'named'; readonly tzid: string };

/** The days of a month: numbered days (-1 is the last one), or the n-th weekday (-1 is the last). */
export type MonthDays =
  | { readonly kind: 'days'; readonly days: readonly number[] }
  | { readonly kind: 'weekday'; readonly nth: number; readonly weekday: number };

export type BuilderRepeat =
  | { readonly unit: 'hour' }
  | { readonly unit: 'day' }
  /** 0 is Monday. */
  | { readonly unit: 'week'; readonly weekdays: readonly number[] }
  | { readonly unit: 'month'; readonly on: MonthDays }
  | { readonly unit: 'year'; readonly month: number; readonly on: MonthDays };

export type BuilderEnd =
  | { readonly kind: 'never' }
  /** The last day on which the schedule may run. */
  | { readonly kind: 'onDate'; readonly date: LocalDate }
  | { readonly kind: 'afterRuns'; readonly count: number };

export interface OnceSchedule {
  readonly kind: 'once';
  readonly zone: BuilderZone;
  readonly at: LocalDateTime;
  readonly extraDates: readonly LocalDateTime[];
}

export interface RepeatingSchedule {
  readonly kind: 'repeating';
  readonly zone: BuilderZone;
  /** The first day on which the schedule may run; '' when the text leaves that open. */
  readonly start: LocalDate;
  /** The text has no DTSTART, so the server decides when the schedule starts and what that implies. */
  readonly isStartOpen?: boolean;
  /**
   * Times of day, ascending. Hourly schedules have one, the time of the first run. Empty when an open start leaves
   * the time open, too.
   */
  readonly times: readonly LocalTime[];
  readonly repeat: BuilderRepeat;
  /** Every n hours, days, weeks, months or years. */
  readonly interval: number;
  readonly end: BuilderEnd;
  /** Days without a run, ascending. */
  readonly exceptionDates: readonly LocalDate[];
  readonly extraDates: readonly LocalDateTime[];
}

/** A schedule as the visual builder shows it. Anything else is custom. */
export type BuilderSchedule = { readonly kind: 'none' } | OnceSchedule | RepeatingSchedule;
