import type { Job } from '../../api/model/job.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import { getOrAdd } from '../../base/collections.ts';
import { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import { doubtLocalZone, localZoneProblem } from '../../recurrence/text/timeZone.ts';
import { localizer, t } from '../platform/localize.ts';

type ZonedServer = Pick<ServerConfig, 'timeZone'>;

/** The schedules of each server as text for the user. Servers in one time zone share cached results. */
export class Schedules {
  readonly #outlooks = new Map<string | undefined, ScheduleOutlook>();
  readonly #onProblem: (text: string) => void;
  #readerZone: string | undefined;

  /** `onProblem` is called once if the user's time zone is unknown. */
  constructor(onProblem: (text: string) => void = () => undefined) {
    this.#onProblem = onProblem;
  }

  /**
   * The user's time zone. Created on demand, because `Intl` takes as long to load its name as reading a page of jobs.
   */
  get readerZone(): string {
    if (this.#readerZone === undefined) {
      const zone = doubtLocalZone();
      this.#readerZone = zone.id;
      const problem = localZoneProblem(zone, localizer);
      if (problem !== undefined) this.#onProblem(problem);
    }
    return this.#readerZone;
  }

  of(server: ZonedServer | undefined): ScheduleOutlook {
    const serverZone = server?.timeZone;
    const readerZone = () => this.readerZone;
    const options = {
      serverZone,
      get readerZone() {
        return readerZone();
      },
      localizer,
    };
    return getOrAdd(this.#outlooks, serverZone, () => new ScheduleOutlook(options));
  }
}

/** The next runs of a server's jobs, in the same words as in their rows. */
export function nextRunTexts(
  schedules: Pick<Schedules, 'of'>,
  server: ZonedServer,
): (job: Pick<Job, 'enabled' | 'params'>) => string {
  const outlook = schedules.of(server);
  const nowMs = Date.now();
  return ({ enabled, params }) => (enabled === false ? t('disabled') : outlook.row(params, nowMs).text);
}
