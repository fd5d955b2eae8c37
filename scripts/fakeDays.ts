import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from './paths.ts';
import { runCommand } from './runCommand.ts';

/** A time of day on which tests may fail that pass on others, and the zone that it is in. */
export interface FakeDay {
  readonly name: string;
  readonly zone: string;
  readonly date: { readonly year: number; readonly month: number; readonly day: number };
  readonly time: string;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** That of the windows of UI tests, without clock changes. */
const usualZone = 'Africa/Lagos';
const changingZone = 'Europe/Berlin';
const yearDays = 366;
const dayMs = 86_400_000;
const installLimitMs = 300_000;
const libraryPath = join('faketime', 'libfaketimeMT.so.1');

/** Each weekday, the first and the last minutes of a week, a last day of a month, and both days of a clock change. */
export function fakeDays(nowMs: number): readonly FakeDay[] {
  const dates = Array.from({ length: yearDays }, (_, index) => new Date(nowMs + (index + 1) * dayMs));
  const find = (name: string, zone: string, time: string, isWanted: (date: Date) => boolean): FakeDay => {
    const date = dates.find(isWanted);
    if (date === undefined) throw new Error(`No day of the coming year is called ${name}.`);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    return { name, zone, date: { year, month, day }, time };
  };
  const onWeekday = (name: string, weekday: string, time: string) =>
    find(name, usualZone, time, date => weekdays[date.getUTCDay()] === weekday);
  const isMonthEnd = (date: Date) => new Date(date.getTime() + dayMs).getUTCDate() === 1;
  const change = (date: Date) => {
    const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
    return offsetMs(start + dayMs, changingZone) - offsetMs(start, changingZone);
  };
  return [
    ...weekdays.map(weekday => onWeekday(weekday, weekday, '12:00')),
    onWeekday('after-midnight', 'monday', '00:10'),
    onWeekday('before-midnight', 'saturday', '23:50'),
    find('month-end', usualZone, '12:00', isMonthEnd),
    find('clock-forward', changingZone, '01:50', date => change(date) > 0),
    find('clock-back', changingZone, '02:50', date => change(date) < 0),
  ];
}

/** A day as `2026-11-30 00:10`. */
export function parseDay(text: string, zone: string): FakeDay {
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/.exec(text) ?? [];
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (year === 0) throw new Error(`“${text}” is not a time such as “2026-11-30 00:10”.`);
  return { name: 'that day', zone, date: { year, month, day }, time };
}

/** The time at which the clocks of this zone first show the time of that day. */
function startMs({ zone, date: { year, month, day }, time }: FakeDay): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const guesses = [dayMs, -dayMs].map(awayMs => asUtc - offsetMs(asUtc - awayMs, zone));
  const exact = guesses.filter(guess => guess + offsetMs(guess, zone) === asUtc);
  if (exact.length === 0) throw new Error(`The clocks of ${zone} never show ${time} on that day.`);
  return Math.min(...exact);
}

/**
 * The environment of a process whose clock, and that of its children, starts at this time. Each process adds the same
 * number of seconds: with an absolute time, each would start again at it. Timers run as usual.
 */
export function clockEnvironment(library: string, day: FakeDay, nowMs: number): Record<string, string> {
  const seconds = Math.round((startMs(day) - nowMs) / 1000);
  return {
    TZ: day.zone,
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Otherwise waits of Chromium's threads end at once, again and again
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
}

/** Finds libfaketime, or installs Debian's package. */
export async function ensureFakeTime(): Promise<string> {
  const found = findLibrary();
  if (found !== undefined) return found;
  const apt = findOnPath('apt-get');
  if (apt !== undefined && process.getuid?.() === 0) {
    const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: installLimitMs };
    console.log('Installing Debian’s package libfaketime with apt-get…');
    await runCommand(apt, ['update'], options);
    const { output } = await runCommand(apt, ['install', '--yes', 'libfaketime'], options);
    const installed = findLibrary();
    if (installed !== undefined) return installed;
    console.log(output);
  }
  throw new Error('Other days need libfaketime on Linux: install Debian’s package libfaketime.');
}

function findLibrary(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folders = ['/usr/lib', '/usr/local/lib'].filter(folder => existsSync(folder));
  return folders
    .flatMap(folder => ['', ...readdirSync(folder)].map(inner => join(folder, inner, libraryPath)))
    .find(path => existsSync(path));
}

/** What the clocks of a zone are ahead of UTC at this time. */
function offsetMs(timeMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(timeMs);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(found => found.type === type)?.value);
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local - Math.floor(timeMs / 1000) * 1000;
}
