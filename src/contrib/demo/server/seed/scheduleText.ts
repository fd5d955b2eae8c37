import type { Random } from './random.ts';

const dayMs = 86_400_000;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Not RFC 5545 at all. Every seeded world has one job with this schedule. */
export const unparsableSchedule = 'каждый вторник в 03:00, кроме праздников';

type Writers = readonly [() => string, ...(() => string)[]];

/**
 * Writes varied schedule texts with times near `nowMs`, so that next runs are days away. The texts are assembled by
 * hand: the client's own writer must not produce what its parser reads.
 */
export function scheduleWriter(random: Random, nowMs: number) {
  const floating = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const utc = (timeMs: number) => `${floating(timeMs)}Z`;
  /** People schedule at quarter hours, and mostly at night. */
  const roundTimeOn = (dayAtMs: number) => {
    const hour = random.chance(0.7) ? random.between(-4, 5) : random.between(6, 19);
    return dayAtMs - (dayAtMs % dayMs) + ((hour + 24) % 24) * 3_600_000 + random.between(0, 3) * 900_000;
  };
  const behind = () => roundTimeOn(nowMs - random.between(2, 30) * dayMs);
  const ahead = (days = 10) => roundTimeOn(nowMs + random.between(1, days) * dayMs);
  const days = (count: number) => random.sample(weekdays, count).join(',');
  const startUtc = () => `DTSTART:${utc(behind())}`;
  const startInZone = () => {
    const zone = random.pick(['Europe/Moscow', 'Europe/Berlin', 'Asia/Yekaterinburg']);
    return `DTSTART;TZID=${zone}:${floating(behind())}`;
  };
  /** Every working day except one weekday of each month and single dates, plus an extra date. */
  const setWithExceptions = () => {
    const start = behind();
    return [
      `DTSTART:${utc(start)}`,
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      `EXRULE:FREQ=MONTHLY;BYDAY=${random.pick(['1MO', '-1FR'])}`,
      `EXDATE:${utc(sameTimeAfter(start, nowMs + dayMs))}`,
      `EXDATE:${utc(sameTimeAfter(start, nowMs + 3 * dayMs))}`,
      `RDATE:${utc(ahead())}`,
    ].join('\n');
  };
  const setWithTwoRules = () =>
    [
      startUtc(),
      `RRULE:FREQ=WEEKLY;BYDAY=${days(2)}`,
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
      `EXDATE:${utc(ahead())}`,
    ].join('\n');
  const weekly: Writers = [
    () => `${startUtc()}\nRRULE:FREQ=WEEKLY;BYDAY=${days(1)}`,
    () => `${startUtc()}\nRRULE:FREQ=WEEKLY`,
    () => `DTSTART:${floating(behind())}\nRRULE:FREQ=WEEKLY;BYDAY=${days(1)}`,
    () => `RRULE:FREQ=WEEKLY;BYDAY=${days(1)};BYHOUR=${random.between(0, 23)};BYMINUTE=30`,
  ];
  const monthly: Writers = [
    () => `${startUtc()}\nRRULE:FREQ=MONTHLY;BYDAY=${random.pick(['1MO', '2TU', '3WE', '-1FR'])}`,
    () => `${startUtc()}\nRRULE:FREQ=MONTHLY;BYMONTHDAY=${random.pick(['1', '15', '-1', '1,15'])}`,
    () => `${startUtc()}\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`,
  ];
  const any: Writers = [
    () => '',
    () => '',
    () => '',
    () => `DTSTART:${utc(ahead())}`,
    () => `RDATE:${utc(ahead())}\nRDATE:${utc(ahead())}`,
    () => `RDATE:${utc(ahead())},${utc(ahead())}`,
    () => `${startUtc()}\nRRULE:FREQ=DAILY`,
    () => `${startUtc()}\nRRULE:FREQ=DAILY;INTERVAL=${random.between(2, 5)}`,
    () => `${startUtc()}\nRRULE:FREQ=DAILY;UNTIL=${utc(nowMs - 2 * dayMs)}`,
    () => `${startUtc()}\nRRULE:FREQ=WEEKLY;BYDAY=${days(3)}`,
    () => `${startUtc()}\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=${days(2)}`,
    () => `${startUtc()}\nRRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=${utc(ahead(90))}`,
    () => `${startUtc()}\nRRULE:FREQ=HOURLY;INTERVAL=${random.between(1, 6)};COUNT=2000`,
    () => `${startInZone()}\nRRULE:FREQ=DAILY`,
    () => random.pick(weekly)(),
    () => random.pick(monthly)(),
    setWithExceptions,
    setWithTwoRules,
  ];
  const writers = { weekly, monthly, any };
  return (rhythm: keyof typeof writers): string => random.pick(writers[rhythm])();
}

/** The first time after `afterMs` with the same time of day as `startMs`. */
function sameTimeAfter(startMs: number, afterMs: number): number {
  return startMs + Math.ceil((afterMs - startMs) / dayMs) * dayMs;
}
