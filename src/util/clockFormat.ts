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
