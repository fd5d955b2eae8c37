import { hours24, hoursAndMinutes } from '../../util/clockFormat.ts';
import type { Localizer } from '../../util/localizer.ts';
import { findTimeZone, type TimeZone, utc } from '../text/timeZone.ts';
import { repeatedOffset } from './repeatedHour.ts';

/** An instant as people read it: on their own clock, and in UTC, which servers write. */
export interface RunTime {
  readonly local: string;
  readonly utc: string;
}

/** Formats run times for one reader; its `Intl` formats are slow to create, so they are reused. */
export class RunTimes {
  readonly #zone: TimeZone;
  readonly #local: Intl.DateTimeFormat;
  readonly #utc: Intl.DateTimeFormat;
  readonly #localDay: Intl.DateTimeFormat;
  readonly #utcDay: Intl.DateTimeFormat;

  constructor(localizer: Localizer, readerZone: string) {
    this.#zone = findTimeZone(readerZone) ?? utc;
    const { id: zone } = this.#zone;
    const { language } = localizer;
    const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
    this.#local = new Intl.DateTimeFormat(language, { ...day, ...hoursAndMinutes, timeZone: zone });
    this.#localDay = new Intl.DateTimeFormat(language, { ...day, timeZone: zone });
    this.#utc = new Intl.DateTimeFormat(language, {
      ...hoursAndMinutes,
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
    this.#utcDay = new Intl.DateTimeFormat(language, { ...day, timeZone: 'UTC' });
  }

  /** The day is repeated only when it is another one in UTC. */
  of(instantMs: number): RunTime {
    const isSameDay = this.#localDay.format(instantMs) === this.#utcDay.format(instantMs);
    const utc = this.#utc.format(instantMs);
    return {
      local: this.#local.format(instantMs) + repeatedOffset(instantMs, this.#zone),
      utc: isSameDay ? utc : `${this.#utcDay.format(instantMs)}, ${utc}`,
    };
  }
}

/** A moment with its weekday, as the example of a note; in UTC where the zone of the reader is unknown. */
export function exampleTime(instantMs: number, { language }: Localizer, readerZone: string): string {
  const timeZone = findTimeZone(readerZone) ? readerZone : 'UTC';
  const styles = { dateStyle: 'full', timeStyle: 'short', ...hours24, timeZone } as const;
  return new Intl.DateTimeFormat(language, styles).format(instantMs);
}
