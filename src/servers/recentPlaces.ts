import * as z from 'zod';
import { localizer } from '../platform/localize.ts';
import { asBefore, type Memory, type StoredValue } from '../platform/memory.ts';

const storedAtMost = 30;

/** The objects of each server that a user went to, the last first; remembered for the workspace. */
export class RecentPlaces {
  readonly #memory: Memory;
  readonly #nameOf: (serverId: string) => string;

  constructor(memory: Memory, nameOf: (serverId: string) => string) {
    this.#memory = memory;
    this.#nameOf = nameOf;
  }

  get(serverId: string): readonly string[] {
    return this.#stored(serverId).get();
  }

  add(serverId: string, place: string): void {
    const others = this.get(serverId).filter(other => other !== place);
    void this.#stored(serverId).set([place, ...others].slice(0, storedAtMost));
  }

  #stored(serverId: string): StoredValue<readonly string[]> {
    return this.#memory.of<readonly string[]>({
      key: `recentPlaces:${serverId}`,
      schema: z.array(z.string()),
      upgrades: [asBefore],
      fallback: [],
      meaning: () =>
        localizer.t('The list of recently visited objects on “{server}” was reset.', {
          server: this.#nameOf(serverId),
        }),
    });
  }
}
