/**
 * Days of the proleptic Gregorian calendar as integers, counted from 1970-01-01. Plain arithmetic instead of `Date`,
 * whose constructor maps the years 0–99 to 1900–1999 and applies the host's zone.
 */
export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
export const minuteMs = 60_000;
export const secondMs = 1000;

/** The calendar repeats after this many days, weekdays included. */
export const gregorianCycleDays = 146_097;

export interface CalendarDate {
  readonly year: number;
  /** 1-12 */
  readonly month: number;
  readonly day: number;
}

const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function dayNumber(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const leapShift = month > 2 && isLeapYear(year) ? 1 : 0;
  return before * 365 + leapDays + (daysBeforeMonth[month - 1] ?? 0) + leapShift + day - 1 - 719_162;
}

export function calendarDate(dayOfEpoch: number): CalendarDate {
  // Counted from 1 March of year 0, so that the leap day is the last day of its year.
  const shifted = dayOfEpoch + 719_468;
  const era = Math.floor(shifted / gregorianCycleDays);
  const dayOfEra = shifted - era * gregorianCycleDays;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(dayOfEpoch: number): number {
  return modulo(dayOfEpoch + 3, 7);
}

/** The remainder that is never negative. */
export function modulo(value: number, divisor: number): number {
  const remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
