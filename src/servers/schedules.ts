import type { ServerConfig } from '../model/server.ts';
import { localizer } from '../platform/localize.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

type ZonedServer = Pick<ServerConfig, 'timeZone'>;

const someSchedule = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';

/** How each server's schedules read to the user; servers in one time zone share computed results. */
export class Schedules {
  readonly #outlooks = new Map<string | undefined, ScheduleOutlook>();
  #readerZone: string | undefined;

  /** The user's own time zone. */
  get readerZone(): string {
    this.#readerZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
    return this.#readerZone;
  }

  /** Does what the first text is slow for, languages and time zones for example, in a moment that has time for it. */
  prepare(server: ZonedServer): void {
    this.of(server).row(someSchedule, Date.now());
  }

  of(server: ZonedServer | undefined): ScheduleOutlook {
    const serverZone = server?.timeZone;
    const known = this.#outlooks.get(serverZone);
    if (known !== undefined) return known;
    const outlook = new ScheduleOutlook({ serverZone, readerZone: this.readerZone, localizer });
    this.#outlooks.set(serverZone, outlook);
    return outlook;
  }
}
