import { type Device, deviceKey, deviceState } from '../../api/model/device.ts';
import type { Group } from '../../api/model/group.ts';
import { onceForEach } from '../../base/collections.ts';
import { foldText } from '../../base/foldText.ts';
import type { GroupEntry } from '../groups/groupStore.ts';
import type { TypedFilter } from './filterText.ts';

export const groupSorts = ['server', 'name', 'size', 'offline'] as const;
export type GroupSort = (typeof groupSorts)[number];

/** Terms of a filter, typed after an `@`. */
export const groupTerms = ['offline', 'empty', 'untargeted'] as const;
export type GroupTerm = (typeof groupTerms)[number];

/** Every word must occur in the name or in a device, and every condition must be met. */
export type GroupFilter = TypedFilter<GroupTerm, 'device'>;

/** Derived facts about a group, cached per object: unchanged groups keep their identity. */
interface GroupFacts {
  readonly offline: number;
  readonly nameText: string;
  /** Host names and addresses, one per line, folded. */
  readonly deviceText: string;
  readonly byKey: ReadonlyMap<string, Device>;
}

const factsOf = onceForEach(({ name, server_set: devices }: Group): GroupFacts => {
  return {
    offline: devices.filter(({ status }) => deviceState(status) === 'offline').length,
    nameText: foldText(name),
    deviceText: foldText(devices.map(({ hostname, addr }) => `${hostname}\n${addr}`).join('\n')),
    byKey: new Map(devices.map(device => [deviceKey(device), device])),
  };
});

/** The number of a group's devices that are offline, as far as their status words are understood. */
export function offlineCount(group: Group): number {
  return factsOf(group).offline;
}

/** The devices of a group by key, without duplicates. */
export function devicesByKey(group: Group): ReadonlyMap<string, Device> {
  return factsOf(group).byKey;
}

/** Whether a folded word occurs in the name of a group or in one of its devices. */
function groupHasWord(group: Group, word: string): boolean {
  const { nameText, deviceText } = factsOf(group);
  return nameText.includes(word) || deviceText.includes(word);
}

/** What says which groups contain a device, and whether jobs run on it. */
interface GroupTargets {
  readonly update: (yieldToHost: () => Promise<void>) => Promise<void>;
  readonly usesOfNamed: (name: string) => { readonly groups: readonly GroupEntry[] };
  readonly isReached: (device: Device) => boolean;
}

export interface GroupArrangement {
  readonly sort: GroupSort;
  readonly language: string;
  readonly targets: GroupTargets;
  /** Yields to other work between slices. */
  readonly yieldToHost: () => Promise<void>;
}

/** Whether the filter needs to know which devices are in which groups and jobs. */
export function needsMembers(filter: GroupFilter): boolean {
  return isAboutJobs(filter) || filter.conditions.some(condition => 'kind' in condition);
}

/** Whether the filter depends on which jobs run on the devices. */
export function isAboutJobs({ conditions }: GroupFilter): boolean {
  return conditions.some(condition => 'term' in condition && condition.term === 'untargeted');
}

/** The groups that match a filter, sorted. */
export async function arrangeGroups(
  entries: readonly GroupEntry[],
  filter: GroupFilter,
  { sort, language, targets, yieldToHost }: GroupArrangement,
): Promise<readonly GroupEntry[]> {
  if (needsMembers(filter)) await targets.update(yieldToHost);
  const isMet = new Map<GroupFilter['conditions'][number], (entry: GroupEntry) => boolean>();
  for (const condition of filter.conditions) isMet.set(condition, conditionOf(condition, targets));
  const found: GroupEntry[] = [];
  let work = 0;
  for (const entry of entries) {
    work += 1 + entry.group.server_set.length;
    if (work > 5_000) {
      work = 0;
      await yieldToHost();
    }
    const isWanted =
      filter.unknown.length === 0 &&
      filter.words.every(word => groupHasWord(entry.group, word)) &&
      filter.conditions.every(condition => isMet.get(condition)?.(entry) !== condition.isNot);
    if (isWanted) found.push(entry);
  }
  if (sort === 'server') return found;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = (a: GroupEntry, b: GroupEntry) => compare(a.group.name, b.group.name);
  if (sort === 'name') return found.sort(byName);
  const rank = ranks[sort];
  return found.sort((a, b) => rank(b.group) - rank(a.group) || byName(a, b));
}

/** Whether a group meets a condition, regardless of a dash. */
function conditionOf(
  condition: GroupFilter['conditions'][number],
  targets: GroupTargets,
): (entry: GroupEntry) => boolean {
  if ('kind' in condition) {
    const found = new Set(targets.usesOfNamed(condition.name).groups);
    return entry => found.has(entry);
  }
  switch (condition.term) {
    case 'offline':
      return ({ group }) => offlineCount(group) > 0;
    case 'empty':
      return ({ group }) => group.server_set.length === 0;
    case 'untargeted':
      return ({ group }) => group.server_set.some(device => !targets.isReached(device));
  }
}

/** What puts a group before others. */
const ranks: Readonly<Record<Exclude<GroupSort, 'server' | 'name'>, (group: Group) => number>> = {
  size: ({ server_set: devices }) => devices.length,
  offline: group => (group.server_set.length === 0 ? 0 : offlineCount(group) / group.server_set.length),
};
