import { calendarDate, dayMs, dayNumber, daysInMonth } from './calendarDay.ts';

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

const dateTimePattern = /^\d{8}(?:T\d{6}Z?)?$/i;
const dateLength = '20270131'.length;
const floatingLength = '20270131T093000'.length;

/** Reads `20270131`, `20270131T093000` or `20270131T093000Z`; `undefined` for anything else. */
export function parseDateTime(text: string, tzid?: string): DateTimeValue | undefined {
  if (!dateTimePattern.test(text)) return undefined;
  const year = numberAt(text, 0, 4);
  const month = numberAt(text, 4, 6);
  const day = numberAt(text, 6, 8);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (text.length === dateLength) return { form: 'date', wallMs: wallTime(dayNumber(year, month, day)) };
  const hour = numberAt(text, 9, 11);
  const minute = numberAt(text, 11, 13);
  const second = numberAt(text, 13, 15);
  // RFC 5545 allows leap second 60, and lets clocks without leap seconds treat it as 59.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const wallMs = wallTime(dayNumber(year, month, day), hour, minute, Math.min(second, 59));
  if (text.length > floatingLength) return { form: 'utc', wallMs };
  return tzid === undefined ? { form: 'floating', wallMs } : { form: 'floating', wallMs, tzid };
}

/** The number written by these characters, which must be digits. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index += 1) {
    number = number * 10 + text.charCodeAt(index) - zeroCode;
  }
  return number;
}

const zeroCode = '0'.charCodeAt(0);

export function formatDateTime(value: Pick<DateTimeValue, 'form' | 'wallMs'>): string {
  const { year, month, day } = calendarDate(dayOfWall(value.wallMs));
  const date = `${digits(year, 4)}${digits(month)}${digits(day)}`;
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
