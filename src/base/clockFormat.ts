import { getOrAdd } from './collections.ts';

/**
 * Every row, tooltip, form, timeline and report uses the 24-hour clock, in every language: RFC 5545 schedules do too,
 * and times side by side stay comparable.
 */
export const hours24 = { hourCycle: 'h23' } as const;

/** Hours and minutes, as in 03:00. */
export const hoursAndMinutes = { hour: '2-digit', minute: '2-digit', ...hours24 } as const;

/**
 * The same in the time zone of this computer, without `Intl`: the first rows are drawn before it has loaded its data.
 */
export function clockTime(timeMs: number, { withSeconds = false } = {}): string {
  const time = new Date(timeMs);
  const seconds = withSeconds ? [time.getSeconds()] : [];
  return [time.getHours(), time.getMinutes(), ...seconds]
    .map(part => String(part).padStart(2, '0'))
    .join(':');
}

/** A date and a time to the second, for reports. */
export function dateAndTime(timeMs: number, language: string): string {
  const styles = { dateStyle: 'medium', timeStyle: 'medium', ...hours24 } as const;
  return new Intl.DateTimeFormat(language, styles).format(timeMs);
}

/** The same followed by the time in UTC, for reports read in other time zones. */
export function dateAndTimeWithUtc(timeMs: number, language: string): string {
  const utc = new Date(timeMs).toISOString().slice(11, 16);
  return `${dateAndTime(timeMs, language)} (${utc} UTC)`;
}

/** "Nov 24, 03:00", or "Nov 24, 18:00 – Nov 25, 08:30"; with the year if it is not this one. */
export function periodText(fromMs: number, toMs: number, language: string): string {
  const thisYear = new Date().getFullYear();
  const hasYear = [fromMs, toMs].some(ms => new Date(ms).getFullYear() !== thisYear);
  return dayFormat(`${language} ${hasYear}`, language, hasYear).formatRange(fromMs, toMs);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format is slow. */
function dayFormat(key: string, language: string, hasYear: boolean): Intl.DateTimeFormat {
  const year = hasYear ? ({ year: 'numeric' } as const) : {};
  const day = { day: 'numeric', month: 'short', ...year } as const;
  return getOrAdd(dayFormats, key, () => new Intl.DateTimeFormat(language, { ...day, ...hoursAndMinutes }));
}
