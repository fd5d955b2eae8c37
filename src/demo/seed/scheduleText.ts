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
export class ScheduleWriter {
  readonly #random: Random;
  readonly #nowMs: number;

  constructor(random: Random, nowMs: number) {
    this.#random = random;
    this.#nowMs = nowMs;
  }

  write(rhythm: 'weekly' | 'monthly' | 'any'): string {
    const writers = { weekly: this.#weekly, monthly: this.#monthly, any: this.#any };
    return this.#random.pick(writers[rhythm])();
  }

  readonly #weekly: Writers = [
    () => `${this.#startUtc()}\nRRULE:FREQ=WEEKLY;BYDAY=${this.#days(1)}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=WEEKLY`,
    () => `DTSTART:${this.#floating(this.#behind())}\nRRULE:FREQ=WEEKLY;BYDAY=${this.#days(1)}`,
    () => `RRULE:FREQ=WEEKLY;BYDAY=${this.#days(1)};BYHOUR=${this.#random.between(0, 23)};BYMINUTE=30`,
  ];

  readonly #monthly: Writers = [
    () => `${this.#startUtc()}\nRRULE:FREQ=MONTHLY;BYDAY=${this.#random.pick(['1MO', '2TU', '3WE', '-1FR'])}`,
    () =>
      `${this.#startUtc()}\nRRULE:FREQ=MONTHLY;BYMONTHDAY=${this.#random.pick(['1', '15', '-1', '1,15'])}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`,
  ];

  readonly #any: Writers = [
    () => '',
    () => '',
    () => '',
    () => `DTSTART:${this.#utc(this.#ahead())}`,
    () => `RDATE:${this.#utc(this.#ahead())}\nRDATE:${this.#utc(this.#ahead())}`,
    () => `RDATE:${this.#utc(this.#ahead())},${this.#utc(this.#ahead())}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=DAILY`,
    () => `${this.#startUtc()}\nRRULE:FREQ=DAILY;INTERVAL=${this.#random.between(2, 5)}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=DAILY;UNTIL=${this.#utc(this.#nowMs - 2 * dayMs)}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=WEEKLY;BYDAY=${this.#days(3)}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=${this.#days(2)}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=${this.#utc(this.#ahead(90))}`,
    () => `${this.#startUtc()}\nRRULE:FREQ=HOURLY;INTERVAL=${this.#random.between(1, 6)};COUNT=2000`,
    () => `${this.#startInZone()}\nRRULE:FREQ=DAILY`,
    () => this.#random.pick(this.#weekly)(),
    () => this.#random.pick(this.#monthly)(),
    () => this.#setWithExceptions(),
    () => this.#setWithTwoRules(),
  ];

  /** Every working day except one weekday of each month and single dates, plus an extra date. */
  #setWithExceptions(): string {
    const start = this.#behind();
    return [
      `DTSTART:${this.#utc(start)}`,
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      `EXRULE:FREQ=MONTHLY;BYDAY=${this.#random.pick(['1MO', '-1FR'])}`,
      `EXDATE:${this.#utc(sameTimeAfter(start, this.#nowMs + dayMs))}`,
      `EXDATE:${this.#utc(sameTimeAfter(start, this.#nowMs + 3 * dayMs))}`,
      `RDATE:${this.#utc(this.#ahead())}`,
    ].join('\n');
  }

  #setWithTwoRules(): string {
    return [
      this.#startUtc(),
      `RRULE:FREQ=WEEKLY;BYDAY=${this.#days(2)}`,
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
      `EXDATE:${this.#utc(this.#ahead())}`,
    ].join('\n');
  }

  #startUtc(): string {
    return `DTSTART:${this.#utc(this.#behind())}`;
  }

  #startInZone(): string {
    const zone = this.#random.pick(['Europe/Moscow', 'Europe/Berlin', 'Asia/Yekaterinburg']);
    return `DTSTART;TZID=${zone}:${this.#floating(this.#behind())}`;
  }

  #behind(): number {
    return this.#roundTimeOn(this.#nowMs - this.#random.between(2, 30) * dayMs);
  }

  #ahead(days = 10): number {
    return this.#roundTimeOn(this.#nowMs + this.#random.between(1, days) * dayMs);
  }

  /** People schedule at quarter hours, and mostly at night. */
  #roundTimeOn(dayAtMs: number): number {
    const hour = this.#random.chance(0.7) ? this.#random.between(-4, 5) : this.#random.between(6, 19);
    return (
      dayAtMs - (dayAtMs % dayMs) + ((hour + 24) % 24) * 3_600_000 + this.#random.between(0, 3) * 900_000
    );
  }

  #days(count: number): string {
    return this.#random.sample(weekdays, count).join(',');
  }

  #utc(timeMs: number): string {
    return `${this.#floating(timeMs)}Z`;
  }

  #floating(timeMs: number): string {
    return new Date(timeMs).toISOString().slice(0, 19).replace(/[-:]/g, '');
  }
}

/** The first time after `afterMs` with the same time of day as `startMs`. */
function sameTimeAfter(startMs: number, afterMs: number): number {
  return startMs + Math.ceil((afterMs - startMs) / dayMs) * dayMs;
}
