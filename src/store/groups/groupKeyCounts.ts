import { type Group, groupKey } from '../../model/group.ts';

/** Counts identical groups, once per list. */
export class GroupKeyCounts {
  #groups: readonly Group[] = [];
  #byKey: ReadonlyMap<string, number> = new Map();

  of(groups: readonly Group[], group: Group): number {
    if (groups !== this.#groups) {
      this.#groups = groups;
      this.#byKey = countKeys(groups);
    }
    return this.#byKey.get(groupKey(group)) ?? 0;
  }
}

function countKeys(groups: readonly Group[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(groupKey(group), (counts.get(groupKey(group)) ?? 0) + 1);
  return counts;
}
