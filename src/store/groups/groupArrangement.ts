import { type Device, deviceKey, deviceState } from '../../model/device.ts';
import type { Group } from '../../model/group.ts';
import { onceForEach } from '../../util/collections.ts';
import type { TypedFilter } from '../filterText.ts';
import type { GroupEntry } from './groupStore.ts';

export const groupSorts = ['server', 'name', 'size', 'offline'] as const;
export type GroupSort = (typeof groupSorts)[number];

/** Terms of a filter, typed after an `@`. */
export const groupTerms = ['offline', 'empty'] as const;
export type GroupTerm = (typeof groupTerms)[number];

/** Every word must match the name or a device, and every member must match a device. */
export type GroupFilter = TypedFilter<GroupTerm>;

/** Derived facts about a group, cached per object: unchanged groups keep their identity. */
interface GroupFacts {
  readonly offline: number;
  readonly nameText: string;
  /** Host names and addresses, one per line, in lower case. */
  readonly deviceText: string;
  readonly byKey: ReadonlyMap<string, Device>;
}

const factsOf = onceForEach(({ name, server_set: devices }: Group): GroupFacts => {
  return {
    offline: devices.filter(({ status }) => deviceState(status) === 'offline').length,
    nameText: name.toLocaleLowerCase(),
    deviceText: devices
      .map(({ hostname, addr }) => `${hostname}\n${addr}`)
      .join('\n')
      .toLocaleLowerCase(),
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

/** Whether a lower-case word occurs in the name of a group or in one of its devices. */
export function groupHasWord(group: Group, word: string): boolean {
  const { nameText, deviceText } = factsOf(group);
  return nameText.includes(word) || deviceText.includes(word);
}

/** The groups that match a filter, sorted. */
export function arrangeGroups(
  entries: readonly GroupEntry[],
  filter: GroupFilter,
  { sort, language }: { readonly sort: GroupSort; readonly language: string },
): readonly GroupEntry[] {
  const isAll = filter.words.length + filter.members.length + filter.terms.length === 0;
  const found = isAll ? entries : entries.filter(({ group }) => matches(group, filter));
  if (sort === 'server') return found;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = (a: GroupEntry, b: GroupEntry) => compare(a.group.name, b.group.name);
  if (sort === 'name') return found.toSorted(byName);
  const rank = ranks[sort];
  return found.toSorted((a, b) => rank(b.group) - rank(a.group) || byName(a, b));
}

function matches(group: Group, { words, members, terms }: GroupFilter): boolean {
  const { deviceText } = factsOf(group);
  return (
    words.every(word => groupHasWord(group, word)) &&
    members.every(word => deviceText.includes(word)) &&
    terms.every(term => fits[term](group))
  );
}

/** Whether a group matches a term. */
const fits: Readonly<Record<GroupTerm, (group: Group) => boolean>> = {
  offline: group => offlineCount(group) > 0,
  empty: ({ server_set: devices }) => devices.length === 0,
};

/** What puts a group before others. */
const ranks: Readonly<Record<Exclude<GroupSort, 'server' | 'name'>, (group: Group) => number>> = {
  size: ({ server_set: devices }) => devices.length,
  offline: group => (group.server_set.length === 0 ? 0 : offlineCount(group) / group.server_set.length),
};
