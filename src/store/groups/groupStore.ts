import type { Client } from '../../api/client.ts';
import { type Device, deviceKey } from '../../api/model/device.ts';
import { type Group, groupIdOrKey, groupKey } from '../../api/model/group.ts';
import { joinUnreadable, type UnreadableRow } from '../../api/resources/listPage.ts';
import {
  isConfirmed,
  type ListLack,
  lacksRows,
  type PageTrace,
  readSteady,
  traceOf,
} from '../../api/resources/wholeList.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import { jsonEqual } from '../../base/json.ts';
import { responseSlices } from '../../base/slices.ts';
import { throwIfLacking } from '../reading/incompleteList.ts';
import { ListReading } from '../reading/listReading.ts';
import { asOfMs, type ListState } from '../reading/listState.ts';
import { ResponseOrder } from '../reading/responseOrder.ts';
import {
  type Coverage,
  type MoreOptions,
  type PagedList,
  type ReadingLimits,
  readingLimits,
  WholeReading,
} from '../reading/wholeReading.ts';
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
  readonly limits?: ReadingLimits;
}

export interface GroupReadOptions extends CallOptions {
  readonly isExpected?: (group: Group) => boolean;
}

/** The groups of one server with their devices, in the server's order. */
export class GroupStore implements PagedList {
  readonly #api: GroupsApi;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly identity: GroupIdentity;
  #entries: readonly GroupEntry[] = [];
  #byKey: ReadonlyMap<string, GroupEntry> = new Map();
  /** The groups of the entries. */
  #groups: readonly Group[] = [];
  #unreadable: readonly UnreadableRow[] = [];
  #pages: readonly PageTrace[] = [];
  #lack: ListLack | undefined;
  /** Rows may have moved while further pages were read, so that some may have been missed. */
  #hasShifted = false;
  readonly #reading: ListReading;
  /** Reads the pages after the first, in the background or for callers of `whole`. */
  readonly rest: WholeReading;
  /** Counts responses about single groups, to notice that a list read at the same time may be older. */
  #responses = 0;
  /** Decides which of two responses about one group is newer. */
  readonly #order = new ResponseOrder();

  constructor({ api, clock, memory, jobGroupIds, limits = readingLimits(clock) }: GroupStoreOptions) {
    this.#api = api;
    this.#reading = new ListReading(clock, () => {
      this.#changed.fire();
      this.rest.proceed();
    });
    this.rest = new WholeReading(this, limits, () => this.#changed.fire());
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

  get isComplete(): boolean {
    return this.isAtEnd && !this.#hasShifted && this.#lack === undefined;
  }

  get isAtEnd(): boolean {
    return this.#pages.length > 0 && this.#next === undefined;
  }

  /** Why the list is not whole although its last page was read. */
  get lack(): ListLack | undefined {
    return this.#lack;
  }

  get #next(): string | undefined {
    return this.#pages.at(-1)?.next;
  }

  get loadedCount(): number {
    return this.#entries.length;
  }

  /** The number of groups on the server, if it sends it. */
  get total(): number | undefined {
    const total = this.#pages.at(-1)?.total;
    return total === undefined ? undefined : Math.max(total, this.loadedCount);
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  /** How much of the list was read. */
  get coverage(): Coverage {
    return this.rest.coverage;
  }

  /** Reads all groups (`WholeReading.whole`). Whatever speaks of all groups awaits this first. */
  whole(signal?: AbortSignal, onProgress?: (coverage: Coverage) => void): Promise<Coverage> {
    return this.rest.whole(signal, onProgress);
  }

  /** Reads the first page unless the list has been read before; waits only for the first read. */
  firstRows(): Promise<void> {
    return this.#reading.ensure(() => this.#readFirst());
  }

  /** Reads all groups again, however many there are. Concurrent callers share one read. */
  refresh(options: CallOptions = {}): Promise<void> {
    return this.#reading.shared(() => this.#read(options));
  }

  /** Reads the pages that were read before again, without progress in the state. */
  refreshQuietly(): Promise<void> {
    const pages = this.isComplete ? Number.POSITIVE_INFINITY : this.pageCount;
    return this.#reading.inTurn(() => this.#read({}, pages), 'quiet');
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

  /** Refreshes the list; rejects with `IncompleteListError` if groups may be missing. */
  async all(options: CallOptions = {}): Promise<readonly GroupEntry[]> {
    await this.refresh(options);
    throwIfLacking('groups', this.coverage);
    return this.#entries;
  }

  /** Refreshes the list and returns the groups with these names. */
  async named(names: ReadonlySet<string>): Promise<readonly Group[]> {
    await this.readAgain();
    throwIfLacking('groups', this.coverage);
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
    this.rest.dispose();
    this.#changed.dispose();
  }

  /** Refreshes the list. A pending read may have started too early, so this waits for it and reads again. */
  async readAgain(): Promise<void> {
    await this.#reading.current?.catch(() => undefined);
    await this.refresh();
  }

  #readFirst({ signal }: CallOptions = {}): Promise<void> {
    return this.#reading.inTurn(() => this.#read({ signal }, 1));
  }

  async readNext(atMost: number, options: MoreOptions = {}): Promise<void> {
    if (asOfMs(this.state) !== undefined)
      return this.#reading.inTurn(() => this.#append(atMost, options), 'more');
    await this.#readFirst(options);
    options.onPage?.();
  }

  /** Appends the next pages; after the last one, reads all pages again if rows may have been missed. */
  async #append(atMost: number, { signal, onPage }: MoreOptions): Promise<boolean> {
    if (this.isComplete || this.#lack !== undefined) return false;
    for (let count = 0; count < atMost && this.#next !== undefined; count++) {
      const since = this.#responses;
      const earlier = this.#pages.slice(0, -1).flatMap(({ next }) => next ?? []);
      for await (const page of this.#api.list({ signal, from: this.#next, earlier })) {
        this.#hasShifted ||= page.total !== this.#pages.at(-1)?.total || since !== this.#responses;
        const ids = new Set(this.#groups.map(({ id }) => id));
        // Groups without IDs may have the same name and DN.
        const added = page.items.filter(({ id }) => id === undefined || !ids.has(id));
        this.#unreadable = joinUnreadable(this.#unreadable, page.unreadable);
        this.#pages = [...this.#pages, traceOf(page, groupIdOrKey)];
        this.#setGroups([...this.#groups, ...added]);
        break;
      }
      onPage?.();
    }
    if (this.#next !== undefined) return true;
    this.#hasShifted ||= !(await isConfirmed(this.#pages, this.#steady({ signal })));
    if (this.#hasShifted) return this.#read({ signal });
    this.#lack = lacksRows(this.#pages) ? 'missing' : undefined;
    return true;
  }

  #steady(options: CallOptions) {
    return { list: (from?: string) => this.#api.list({ ...options, from }), keyOf: groupIdOrKey };
  }

  #read(options: CallOptions, atMost = Number.POSITIVE_INFINITY): Promise<true> {
    return this.#order.during<true>(async (_, requestedAt) => {
      let since = this.#responses;
      const steady = { ...this.#steady(options), atMost, before: this.isAtEnd ? this.#pages : undefined };
      let list = await readSteady(steady);
      // A write has completed in the meantime and may be missing from the list.
      if (since !== this.#responses) {
        since = this.#responses;
        list = await readSteady(steady);
      }
      this.#unreadable = joinUnreadable(...list.pages.map(page => page.unreadable));
      this.#pages = list.traces;
      this.#lack = list.lack;
      this.#hasShifted = false;
      const groups = await this.#unchanged(list.pages.flatMap(({ items }) => items));
      const keys = new Set(groups.map(groupIdOrKey));
      // A group that may merely be missing is not dropped.
      const others = this.#groups.filter(group => list.lack !== undefined && !keys.has(groupIdOrKey(group)));
      this.#setGroups([...groups, ...others]);
      this.#order.settleAll(requestedAt);
      return true;
    });
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
    const entries = groups.map(group => {
      const key = keyOf(group);
      const before = old.get(key);
      return before?.group === group ? before : { key, group };
    });
    const isSame =
      entries.length === this.#entries.length && entries.every((each, at) => each === this.#entries[at]);
    if (isSame) return;
    this.#entries = entries;
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
