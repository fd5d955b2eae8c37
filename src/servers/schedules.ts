import type { ServerConfig } from '../model/server.ts';
import { localizer } from '../platform/localize.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

/** How the schedules of each server look to this person; servers in one time zone share what is worked out. */
export class Schedules {
  readonly #outlooks = new Map<string | undefined, ScheduleOutlook>();
  /** The zone of the clock that the person looks at. */
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
