import type { Client } from '../../api/client.ts';
import { joinUnreadable, type UnreadableRow } from '../../api/resources/listPage.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import { type Device, deviceKey } from '../../model/device.ts';
import { type Group, groupKey } from '../../model/group.ts';
import type { Clock } from '../../util/clock.ts';
import { Emitter } from '../../util/emitter.ts';
import { jsonEqual } from '../../util/json.ts';
import { responseSlices } from '../../util/slices.ts';
import { ListReading } from '../reading/listReading.ts';
import type { ListState } from '../reading/listState.ts';
import { ResponseOrder } from '../reading/responseOrder.ts';
import { GroupIdentity, type GroupIdMemory } from './groupIdentity.ts';

/** The part of the client that the store uses. */
export type GroupsApi = Pick<Client['groups'], 'list' | 'get'>;

/** A group in the list; unlike its name, `key` is unique. */
export interface GroupEntry {
  readonly key: string;
  readonly group: Group;
}

export interface GroupStoreOptions {
  readonly api: GroupsApi;
  readonly clock: Clock;
  readonly memory: GroupIdMemory;
  readonly jobGroupIds: () => Iterable<number>;
}

export interface GroupReadOptions extends CallOptions {
  readonly isExpected?: (group: Group) => boolean;
}

/** The groups of one server with their devices, in the server's order. */
export class GroupStore {
  readonly #api: GroupsApi;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly identity: GroupIdentity;
  #entries: readonly GroupEntry[] = [];
  #byKey: ReadonlyMap<string, GroupEntry> = new Map();
  /** The groups of the entries. */
  #groups: readonly Group[] = [];
  #unreadable: readonly UnreadableRow[] = [];
  readonly #reading: ListReading;
  /** Counts responses about single groups, to notice that a list read at the same time may be older. */
  #responses = 0;
  /** Decides which of two responses about one group is newer. */
  readonly #order = new ResponseOrder();

  constructor({ api, clock, memory, jobGroupIds }: GroupStoreOptions) {
    this.#api = api;
    this.#reading = new ListReading(clock, () => this.#changed.fire());
    this.identity = new GroupIdentity({
      api,
      memory,
      jobGroupIds,
      groups: () => this.#groups,
      onLearned: () => this.#changed.fire(),
    });
  }

  get state(): ListState {
    return this.#reading.state;
  }

  get entries(): readonly GroupEntry[] {
    return this.#entries;
  }

  get unreadable(): readonly UnreadableRow[] {
    return this.#unreadable;
  }

  /** Whether the list has no rows, not even unreadable ones. */
  get isEmpty(): boolean {
    return this.#entries.length + this.#unreadable.length === 0;
  }

  entry(key: string): GroupEntry | undefined {
    return this.#byKey.get(key);
  }

  /** The listed group with this ID, if its ID is known. */
  byId(id: number): Group | undefined {
    return this.identity.groupOf(id);
  }

  /** The devices of all groups, without duplicates. */
  get devices(): readonly Device[] {
    const byKey = new Map<string, Device>();
    for (const { group } of this.#entries) {
      for (const device of group.server_set) byKey.set(deviceKey(device), device);
    }
    return [...byKey.values()];
  }

  ensureLoaded(): Promise<void> {
    return this.#reading.ensure(() => this.refresh());
  }

  /** Reads all groups again. Concurrent callers share one read. */
  refresh(options: CallOptions = {}): Promise<void> {
    return this.#reading.shared(() => this.#read(options));
  }

  /**
   * Reads one group. A response that is older than what is known by then, or that `isExpected` says is about another
   * group, does not change the list.
   */
  read(id: number, { isExpected, ...options }: GroupReadOptions = {}): Promise<Group> {
    return this.#order.during(async (isNewer, requestedAt) => {
      const group = await this.#api.get(id, options);
      if (isExpected?.(group) === false) return group;
      if (isNewer(id)) return this.#upsert(id, group, requestedAt);
      if (this.identity.learn(group, id)) this.#changed.fire();
      return group;
    });
  }

  /** Refreshes the list and returns the groups with these names. */
  async named(names: ReadonlySet<string>): Promise<readonly Group[]> {
    await this.readAgain();
    const wanted = new Set([...names].map(name => name.trim()));
    return this.#groups.filter(group => wanted.has(group.name.trim()));
  }

  /** Stores a group that was just created. Resolves with the group as listed, whose ID is known if it can be found. */
  async created(group: Group): Promise<Group> {
    this.#responses += 1;
    this.#setGroups([...this.#groups, group]);
    this.#changed.fire();
    // The list may know more than the response. The create succeeded even if the list cannot be read.
    await this.readAgain().catch(() => undefined);
    const listed = this.#listed(group);
    // The same applies to the ID, which can be searched for later.
    await this.identity.findNew(listed).catch(() => undefined);
    return listed;
  }

  /** The listed object of this group; found by its name if the server has assigned a `dn` since the create. */
  #listed(group: Group): Group {
    const same = this.#groups.find(other => groupKey(other) === groupKey(group));
    const [namesake, ...others] = this.#groups.filter(({ name }) => name === group.name);
    return same ?? (others.length === 0 ? namesake : undefined) ?? group;
  }

  /** Stores the response to a change of the group with this ID. */
  changed(id: number, group: Group): Group {
    return this.#upsert(id, group);
  }

  /** Drops a group that was deleted on the server. */
  deleted(id: number): void {
    this.#responses += 1;
    this.#order.settle(id);
    this.#setGroups(this.#groups.filter(group => this.identity.known(group) !== id));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Refreshes the list. A pending read may have started too early, so this waits for it and reads again. */
  async readAgain(): Promise<void> {
    await this.#reading.current?.catch(() => undefined);
    await this.refresh();
  }

  #read(options: CallOptions): Promise<true> {
    return this.#order.during<true>(async (_, requestedAt) => {
      let list = await this.#list(options);
      // A write has completed in the meantime and may be missing from the list.
      if (list.since !== this.#responses) list = await this.#list(options);
      this.#unreadable = list.unreadable;
      this.#setGroups(list.groups);
      this.#order.settleAll(requestedAt);
      return true;
    });
  }

  async #list(options: CallOptions) {
    const since = this.#responses;
    const groups: Group[] = [];
    let unreadable: readonly UnreadableRow[] = [];
    for await (const page of this.#api.list(options)) {
      for (const group of page.items) groups.push(group);
      unreadable = joinUnreadable(unreadable, page.unreadable);
    }
    return { since, groups: await this.#unchanged(groups), unreadable };
  }

  /** Replaces each unchanged group by its listed object, in slices. */
  async #unchanged(groups: readonly Group[]): Promise<readonly Group[]> {
    const slices = responseSlices();
    const old = new Map(this.#entries.map(({ key, group }) => [key, group]));
    const keyOf = entryKeys();
    const result: Group[] = [];
    for (const group of groups) {
      if (slices.isOver) await slices.rest();
      const before = old.get(keyOf(group));
      result.push(before !== undefined && jsonEqual(before, group) ? before : group);
    }
    return result;
  }

  /** Replaces the listed group with what the server returned for this ID; a renamed group keeps its ID. */
  #upsert(id: number, group: Group, requestedAt?: number): Group {
    this.#responses += 1;
    this.#order.settle(id, requestedAt);
    const old = this.identity.groupOf(id);
    const isLearned = this.identity.learn(group, id);
    const listed = old ?? this.identity.groupOf(id);
    const isUpToDate = listed === undefined || jsonEqual(listed, group);
    if (!isUpToDate) this.#setGroups(this.#groups.map(other => (other === listed ? group : other)));
    if (isLearned || !isUpToDate) this.#changed.fire();
    return group;
  }

  #setGroups(groups: readonly Group[]): void {
    const old = new Map(this.#entries.map(entry => [entry.key, entry]));
    const keyOf = entryKeys();
    this.#entries = groups.map(group => {
      const key = keyOf(group);
      const before = old.get(key);
      return before?.group === group ? before : { key, group };
    });
    this.#byKey = new Map(this.#entries.map(entry => [entry.key, entry]));
    this.#groups = this.#entries.map(entry => entry.group);
  }
}

/** Assigns a key to each group, in the order of the list. */
function entryKeys(): (group: Group) => string {
  const counts = new Map<string, number>();
  return group => {
    const base = group.id === undefined ? groupKey(group) : `id:${group.id}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count === 1 ? base : `${base}#${count}`;
  };
}
