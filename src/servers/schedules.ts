import type { ServerConfig } from '../model/server.ts';
import { localizer } from '../platform/localize.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

type ZonedServer = Pick<ServerConfig, 'timeZone'>;

/** The schedules of each server as text for the user. Servers in one time zone share cached results. */
export class Schedules {
  readonly #outlooks = new Map<string | undefined, ScheduleOutlook>();
  #readerZone: string | undefined;

  /**
   * The user's time zone. Created on demand, because `Intl` takes as long to load its name as reading a page of jobs.
   */
  get readerZone(): string {
    this.#readerZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
    return this.#readerZone;
  }

  of(server: ZonedServer | undefined): ScheduleOutlook {
    const serverZone = server?.timeZone;
    const known = this.#outlooks.get(serverZone);
    if (known !== undefined) return known;
    const readerZone = () => this.readerZone;
    const outlook = new ScheduleOutlook({
      serverZone,
      get readerZone() {
        return readerZone();
      },
      localizer,
    });
    this.#outlooks.set(serverZone, outlook);
    return outlook;
  }
}
