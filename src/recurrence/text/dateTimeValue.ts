import { calendarDate, dayMs, dayNumber, daysInMonth } from './calendarDay.ts';

/**
 * `rfc`: RFC 5545 as specified. `django`: as a Django server's recurrence field probably reads it, ignoring TZID,
 * with times without Z in the server's zone, and with DTSTART and DTEND as occurrences.
 */
export type Dialect = 'rfc' | 'django';

/**
 * A DATE or DATE-TIME as written. `wallMs` is its wall clock time, encoded as if it were UTC; the actual instant
 * depends on `form`, `tzid` and, for floating times, on the reader's zone.
 */
export interface DateTimeValue {
  readonly form: 'date' | 'floating' | 'utc';
  readonly wallMs: number;
  /** The TZID parameter, only with `floating`. */
  readonly tzid?: string;
}

const dateTimePattern = /^(\d{4})(\d\d)(\d\d)(?:(T)(\d\d)(\d\d)(\d\d)(Z?))?$/i;

/** Reads `20270131`, `20270131T093000` or `20270131T093000Z`; `undefined` for anything else. */
export function parseDateTime(text: string, tzid?: string): DateTimeValue | undefined {
  const match = dateTimePattern.exec(text);
  if (!match) return undefined;
  const [, years, months, days, divider, hours = 0, minutes = 0, seconds = 0, zulu] = match;
  const [year, month, day] = [Number(years), Number(months), Number(days)];
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  // RFC 5545 allows leap second 60, and lets clocks without leap seconds treat it as 59.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const wallMs = wallTime(dayNumber(year, month, day), hour, minute, Math.min(second, 59));
  if (divider === undefined) return { form: 'date', wallMs };
  if (zulu !== '') return { form: 'utc', wallMs };
  return tzid === undefined ? { form: 'floating', wallMs } : { form: 'floating', wallMs, tzid };
}

export function formatDateTime(value: Pick<DateTimeValue, 'form' | 'wallMs'>): string {
  const date = localDate(value.wallMs).replaceAll('-', '');
  if (value.form === 'date') return date;
  const { hour, minute, second } = timeOfDay(value.wallMs);
  return `${date}T${digits(hour)}${digits(minute)}${digits(second)}${value.form === 'utc' ? 'Z' : ''}`;
}

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export function timeOfDay(wallMs: number): TimeOfDay {
  const seconds = Math.floor(wallMs / 1000) - dayOfWall(wallMs) * 86_400;
  return {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
}

export function dayOfWall(wallMs: number): number {
  return Math.floor(wallMs / dayMs);
}

export function wallTime(dayOfEpoch: number, hour = 0, minute = 0, second = 0): number {
  return dayOfEpoch * dayMs + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** Pads with zeros: `7` becomes `07`. */
export function digits(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

/** The wall time of a date and time from input fields; `undefined` when they are invalid. */
export function wallOf(date: LocalDate, time: LocalTime): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const [, hour, minute, second = '00'] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(time) ?? [];
  return parseDateTime(`${year}${month}${day}T${hour}${minute}${second}`)?.wallMs;
}

export function wallOfDateTime(dateTime: LocalDateTime): number | undefined {
  const [date = '', time = ''] = dateTime.split('T');
  return wallOf(date, time);
}

export function localDate(wallMs: number): LocalDate {
  const { year, month, day } = calendarDate(dayOfWall(wallMs));
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}`;
}

export function localTime(wallMs: number): LocalTime {
  const { hour, minute, second } = timeOfDay(wallMs);
  const seconds = second === 0 ? '' : `:${digits(second)}`;
  return `${digits(hour)}:${digits(minute)}${seconds}`;
}

export function localDateTime(wallMs: number): LocalDateTime {
  return `${localDate(wallMs)}T${localTime(wallMs)}`;
}

/** `2027-01-31`, the value of a date input. */
export type LocalDate = string;

/** `03:00` or `03:00:15`, the value of a time input. */
export type LocalTime = string;

/** `2027-01-31T03:00`. */
export type LocalDateTime = string;
