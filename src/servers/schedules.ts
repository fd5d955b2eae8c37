import type { ServerConfig } from '../model/server.ts';
import { localizer } from '../platform/localize.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

/** How each server's schedules read to the user; servers in one time zone share computed results. */
export class Schedules {
  readonly #outlooks = new Map<string | undefined, ScheduleOutlook>();
  /** The user's own time zone. */
  readonly readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  of(server: Pick<ServerConfig, 'timeZone'> | undefined): ScheduleOutlook {
    const serverZone = server?.timeZone;
    const known = this.#outlooks.get(serverZone);
    if (known !== undefined) return known;
    const outlook = new ScheduleOutlook({ serverZone, readerZone: this.readerZone, localizer });
    this.#outlooks.set(serverZone, outlook);
    return outlook;
  }
}
