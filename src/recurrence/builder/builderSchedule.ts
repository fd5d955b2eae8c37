import type { LocalDate, LocalDateTime, LocalTime } from '../text/localDateTime.ts';
/** In which zone a schedule is written: UTC, a named one, or open (whatever the server's clock shows). */
export type BuilderZone =
  | { readonly kind: 'utc' }
  | { readonly kind: 'floating' }
  | { readonly kind: 'named'; readonly tzid: string };

/** Which days of a month: some numbered days (-1 is the last one), or the n-th weekday (-1 the last). */
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
  /** The first day on which the schedule may run; '' where that is open. */
  readonly start: LocalDate;
  /** The text has no DTSTART: when it begins, and what it leaves out, is up to the server. */
  readonly isStartOpen?: boolean;
  /**
   * At which times of the day, ascending; hourly schedules have one, the time of the first run. None where
   * an open start leaves that open too.
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

/** A schedule as the visual builder shows it; whatever does not fit into one of these is custom. */
export type BuilderSchedule = { readonly kind: 'none' } | OnceSchedule | RepeatingSchedule;
