import { calendarDate } from './calendarDay.ts';
import { dayOfWall, digits, parseDateTime, timeOfDay } from './dateTimeValue.ts';

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
