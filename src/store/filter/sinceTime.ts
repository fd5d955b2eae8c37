import { dayMs, hourMs, minuteMs } from '../../recurrence/text/calendarDay.ts';

/** A word for a time in a filter, in the user's language or in English. */
export const sinceWords = ['today', 'yesterday', 'last night'] as const;
export type SinceWord = (typeof sinceWords)[number];

/** A time as it was typed; relative ones move on. */
export type SinceTime =
  | { readonly agoMs: number }
  /** A time of day: today, or some days ago. */
  | { readonly daysAgo: number; readonly minutes: number }
  /** The last time that the clock showed this. */
  | { readonly minutes: number }
  | { readonly atMs: number };

/** "Last night" begins when people have gone home. */
const eveningMinutes = 18 * 60;

const timesOfWords: Readonly<Record<SinceWord, SinceTime>> = {
  today: { daysAgo: 0, minutes: 0 },
  yesterday: { daysAgo: 1, minutes: 0 },
  'last night': { daysAgo: 1, minutes: eveningMinutes },
};

/** The letters of units in English and Russian. */
const unitMs: Readonly<Record<string, number>> = {
  min: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
  мин: minuteMs,
  ч: hourMs,
  д: dayMs,
  н: 7 * dayMs,
};

/** Reads "yesterday", "12h", "3d", "22:00", "2026-11-20", "2026-11-20 22:00" or "20.11.2026". */
export function readSinceTime(text: string, words: ReadonlyMap<string, SinceWord>): SinceTime | undefined {
  const word = words.get(text);
  if (word !== undefined) return timesOfWords[word];
  const [, count = '', unit = ''] = /^(\d{1,4}) ?(\p{L}+)$/u.exec(text) ?? [];
  const ms = unitMs[unit];
  if (ms !== undefined) return { agoMs: Number(count) * ms };
  const clock = /(?:^|[ t])(\d{1,2}):(\d\d)$/.exec(text);
  const [all = '', hours = 0, minutes = 0] = clock ?? [];
  const minutesOfDay = Number(hours) * 60 + Number(minutes);
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  if (clock !== null && all === text) return { minutes: minutesOfDay };
  const date = readDay(text.slice(0, text.length - all.length));
  return date && { atMs: date.setHours(0, minutesOfDay) };
}

function readDay(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, ruDay, ruMonth, ruYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const parts = [year ?? ruYear, month ?? ruMonth, day ?? ruDay].map(Number);
  const [y = Number.NaN, m = Number.NaN, d = Number.NaN] = parts;
  const date = new Date(y, m - 1, d);
  // The 31st of February would be in March.
  return date.getMonth() === m - 1 && date.getDate() === d ? date : undefined;
}

/** The instant, on the clock of this computer. */
export function sinceTimeMs(time: SinceTime, nowMs: number): number {
  if ('atMs' in time) return time.atMs;
  if ('agoMs' in time) return nowMs - time.agoMs;
  const date = new Date(nowMs);
  if ('daysAgo' in time) date.setDate(date.getDate() - time.daysAgo);
  date.setHours(0, time.minutes, 0, 0);
  if (!('daysAgo' in time) && date.getTime() > nowMs) date.setDate(date.getDate() - 1);
  return date.getTime();
}
