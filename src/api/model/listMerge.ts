import { deviceNameKey } from './device.ts';
import type { Draft } from './draft.ts';

/** Three versions of one list: the common base and each side's version. */
export interface ListVersions {
  readonly base: readonly unknown[];
  readonly mine: readonly unknown[];
  readonly theirs: readonly unknown[];
}

/** The merged lists, which the server treats as sets. */
export interface ListMerge {
  readonly lists: Draft;
  /** Both sides only added members, so the merge restores nothing that one of them removed. */
  readonly isAdditionsOnly: boolean;
}

export interface MergeQuestion {
  readonly fields: readonly string[];
  readonly base: Draft;
  readonly mine: Draft;
  readonly theirs: Draft;
}

/** The other side's list with this side's additions, removals and spellings of devices applied. */
export function mergeLists({ base, mine, theirs }: ListVersions): readonly unknown[] {
  const [wasThere, isMine, isTheirs] = [keysOf(base), keysOf(mine), keysOf(theirs)];
  const before = new Set(base);
  const respelled = new Map(mine.filter(entry => !before.has(entry)).map(entry => [keyOf(entry), entry]));
  const kept = theirs
    .filter(entry => isMine.has(keyOf(entry)) || !wasThere.has(keyOf(entry)))
    .map(entry => respelled.get(keyOf(entry)) ?? entry);
  const added = mine.filter(entry => !wasThere.has(keyOf(entry)) && !isTheirs.has(keyOf(entry)));
  return [...kept, ...added];
}

/** Merges the changes of both sides; `undefined` when a field is not a list on each side. */
export function keepBoth({ fields, base, mine, theirs }: MergeQuestion): ListMerge | undefined {
  const lists: Record<string, readonly unknown[]> = {};
  let isAdditionsOnly = true;
  for (const field of fields) {
    const versions = { base: base[field], mine: mine[field], theirs: theirs[field] };
    if (!areLists(versions)) return undefined;
    lists[field] = mergeLists(versions);
    isAdditionsOnly &&= hasAll(versions.mine, versions.base) && hasAll(versions.theirs, versions.base);
  }
  return fields.length === 0 ? undefined : { lists, isAdditionsOnly };
}

export function areLists(versions: Readonly<Record<keyof ListVersions, unknown>>): versions is ListVersions {
  return Object.values(versions).every(Array.isArray);
}

function hasAll(list: readonly unknown[], entries: readonly unknown[]): boolean {
  const keys = keysOf(list);
  return entries.every(entry => keys.has(keyOf(entry)));
}

function keysOf(list: readonly unknown[]): ReadonlySet<string> {
  return new Set(list.map(keyOf));
}

function keyOf(entry: unknown): string {
  return JSON.stringify(typeof entry === 'string' ? deviceNameKey(entry) : entry);
}
