import * as z from 'zod';
import { localizer } from '../platform/localize.ts';
import { asBefore, type Memory, type StoredValue } from '../platform/memory.ts';
import { type JobGrouping, type JobSort, jobGroupings, jobSorts } from '../store/jobs/jobArrangement.ts';

const ChoiceSchema = z.object({ sort: z.enum(jobSorts), grouping: z.enum(jobGroupings) });

export interface ArrangementChoice {
  readonly sort: JobSort;
  readonly grouping: JobGrouping;
}

/** How a user has the jobs of each server sorted and grouped; remembered for the workspace. */
export class JobArrangements {
  readonly #memory: Memory;
  readonly #nameOf: (serverId: string) => string;

  constructor(memory: Memory, nameOf: (serverId: string) => string) {
    this.#memory = memory;
    this.#nameOf = nameOf;
  }

  get(serverId: string): ArrangementChoice {
    return this.#stored(serverId).get();
  }

  set(serverId: string, choice: ArrangementChoice): void {
    void this.#stored(serverId).set(choice);
  }

  #stored(serverId: string): StoredValue<ArrangementChoice> {
    return this.#memory.of({
      key: `jobArrangement:${serverId}`,
      schema: ChoiceSchema,
      upgrades: [asBefore],
      fallback: { sort: 'server', grouping: 'none' },
      meaning: () =>
        localizer.t('Sorting and grouping of the jobs on “{server}” were reset.', {
          server: this.#nameOf(serverId),
        }),
    });
  }
}
