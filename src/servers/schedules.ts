import type { ServerConfig } from '../model/server.ts';
import { localizer } from '../platform/localize.ts';
import { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';

type ZonedServer = Pick<ServerConfig, 'timeZone'>;

/** How each server's schedules read to the user; servers in one time zone share computed results. */
export class Schedules {
  readonly #outlooks = new Map<string | undefined, ScheduleOutlook>();
  #readerZone: string | undefined;

  /** The user's own time zone. `Intl` loads its data for the name, which takes as long as to read a page of jobs. */
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
