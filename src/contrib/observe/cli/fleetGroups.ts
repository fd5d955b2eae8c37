import type { Client } from '../../../api/client.ts';
import type { Group } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import type { Clock } from '../../../base/clock.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { GroupStore } from '../../../store/groups/groupStore.ts';

/** Resolves when the budget has a request. */
export type Turn = () => Promise<void>;

/** Groups change seldom, and no look at a job depends on them. */
const readEveryMs = 30 * minuteMs;

/** The groups of the observed server, which only the fleet check needs. */
export class FleetGroups {
  readonly #clock: Clock;
  readonly #store: GroupStore;
  #turn: Turn = () => Promise.resolve();
  #jobs: readonly Job[] = [];
  /** On the steady clock. */
  #readMs: number | undefined;
  #groups: readonly Group[] | undefined;

  constructor(api: Pick<Client['groups'], 'list' | 'get'>, clock: Clock) {
    this.#clock = clock;
    this.#store = new GroupStore({
      api: {
        list: options => this.#inTurn(api.list(options)),
        get: async (...values) => {
          await this.#turn();
          return api.get(...values);
        },
      },
      clock,
      memory: new Map<string, number>(),
      jobGroupIds: () => this.#jobs.flatMap(job => job.groups),
    });
  }

  /** All groups with the IDs that are known; `undefined` until all were read. */
  get groups(): readonly Group[] | undefined {
    return this.#groups;
  }

  /** How old they are. */
  get ageMs(): number {
    return this.#clock.steadyMs() - (this.#readMs ?? Number.NEGATIVE_INFINITY);
  }

  /** Reads them again if that is due, and the IDs that these jobs refer to and that are unknown. */
  async read(jobs: readonly Job[], turn: Turn, signal: AbortSignal): Promise<void> {
    this.#jobs = jobs;
    this.#turn = turn;
    if (this.ageMs >= readEveryMs) {
      await this.#store.refresh({ signal });
      this.#readMs = this.#clock.steadyMs();
    }
    await this.#store.identity.resolveFromJobs({ signal });
    const { entries, identity, isComplete } = this.#store;
    this.#groups = isComplete ? entries.map(({ group }) => withId(group, identity.known(group))) : undefined;
  }

  async *#inTurn<T>(pages: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        await this.#turn();
        const page = await pages.next();
        if (page.done === true) return;
        yield page.value;
      }
    } finally {
      await pages.return();
    }
  }
}

function withId(group: Group, id: number | undefined): Group {
  return id === undefined || id === group.id ? group : { ...group, id };
}
