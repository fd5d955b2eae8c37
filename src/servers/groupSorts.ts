import * as z from 'zod';
import { localizer } from '../platform/localize.ts';
import { asBefore, type Memory, type StoredValue } from '../platform/memory.ts';
import { type GroupSort, groupSorts } from '../store/groups/groupArrangement.ts';

/** How a user has the groups of each server sorted; remembered for the workspace. */
export class GroupSorts {
  readonly #memory: Memory;
  readonly #nameOf: (serverId: string) => string;

  constructor(memory: Memory, nameOf: (serverId: string) => string) {
    this.#memory = memory;
    this.#nameOf = nameOf;
  }

  get(serverId: string): GroupSort {
    return this.#stored(serverId).get();
  }

  set(serverId: string, sort: GroupSort): void {
    void this.#stored(serverId).set(sort);
  }

  #stored(serverId: string): StoredValue<GroupSort> {
    return this.#memory.of<GroupSort>({
      key: `groupSort:${serverId}`,
      schema: z.enum(groupSorts),
      upgrades: [asBefore],
      fallback: 'server',
      meaning: () =>
        localizer.t('Sorting of the groups on “{server}” was reset.', { server: this.#nameOf(serverId) }),
    });
  }
}
