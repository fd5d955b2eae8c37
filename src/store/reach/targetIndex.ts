import { type Device, deviceNameKey, deviceState } from '../../api/model/device.ts';
import type { Group } from '../../api/model/group.ts';
import type { Job } from '../../api/model/job.ts';
import { ascending, getOrAdd, pushTo } from '../../base/collections.ts';
import { foldText } from '../../base/foldText.ts';
import type { GroupEntry, GroupStore } from '../groups/groupStore.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { DeviceNumbers } from './deviceNumbers.ts';

/** A job that runs on a device, which it names directly, through groups, or both. */
export interface JobOnDevice {
  readonly job: Job;
  readonly isDirect: boolean;
  readonly groups: readonly Group[];
}

/** What may use a device or a group without the index knowing it. */
export interface Unknown {
  /** Groups whose IDs are unknown, and with them the jobs that target them. */
  readonly groups: readonly Group[];
  /** IDs in other jobs of groups that the server does not list or whose IDs are unknown. */
  readonly groupIds: readonly number[];
  /** Dynamic groups of other jobs: only the server knows their devices. */
  readonly dynamicGroups: readonly number[];
  /** Whether there are jobs or groups that have not been read. */
  readonly hasMore: boolean;
}

/** The groups that contain a device and the jobs that run on it. */
export interface DeviceUses {
  readonly groups: readonly GroupEntry[];
  readonly jobs: readonly JobOnDevice[];
  readonly unknown: Unknown;
}

export interface GroupUses {
  readonly jobs: readonly Job[];
  readonly unknown: Unknown;
}

/** The known devices that a job runs on. */
export interface Reach {
  /** Distinct devices, including those of known static groups. */
  readonly devices: number;
  readonly unknownGroups: readonly number[];
  readonly dynamicGroups: readonly number[];
}

export type Targets = Pick<Job, 'peers' | 'groups' | 'dynamic_groups'>;

type IndexedJobs = Pick<JobStore, 'jobs' | 'get' | 'onDidChange' | 'isComplete'>;
type IndexedGroups = Pick<GroupStore, 'entries' | 'entry' | 'onDidChange' | 'isComplete'> & {
  readonly identity: Pick<GroupStore['identity'], 'known' | 'revision'>;
};

const sliceLength = 2_000;

/**
 * Which groups and jobs target which devices (decision 33): a job reaches the devices that it names, by host name or
 * address, and the members of its static groups. Updated on demand, and only where something has changed.
 */
export class TargetIndex {
  readonly numbers = new DeviceNumbers();
  readonly #jobs: IndexedJobs;
  readonly #groups: IndexedGroups;
  readonly #indexedJobs = new Map<number, Job>();
  readonly #indexedGroups = new Map<string, Group>();
  readonly #groupsOfDevice = new ReverseMap<number, string>();
  readonly #jobsOfDevice = new ReverseMap<number, number>();
  readonly #jobsOfGroup = new ReverseMap<number, number>();
  readonly #jobsOfDynamicGroup = new ReverseMap<number, number>();
  /** Jobs that have changed; `all` if the list has. */
  #pendingJobs: Set<number> | 'all' = 'all';
  #hasPendingGroups = true;
  #update: Promise<void> | undefined;
  #byId:
    | {
        readonly entries: readonly GroupEntry[];
        readonly revision: number;
        readonly ids: ReadonlyMap<number, Group>;
      }
    | undefined;

  constructor(jobs: IndexedJobs, groups: IndexedGroups) {
    this.#jobs = jobs;
    this.#groups = groups;
    jobs.onDidChange(change => {
      if (change.kind === 'list') this.#pendingJobs = 'all';
      else if (this.#pendingJobs !== 'all') for (const id of change.ids) this.#pendingJobs.add(id);
    });
    groups.onDidChange(() => {
      this.#hasPendingGroups = true;
    });
  }

  /** Indexes what has changed, in slices. Await this before any query, and again after each other `await`. */
  update(yieldToHost: () => Promise<void>): Promise<void> {
    this.#update ??= this.#catchUp(yieldToHost).finally(() => {
      this.#update = undefined;
    });
    return this.#update;
  }

  /** What uses the device. */
  usesOf(device: Device): DeviceUses {
    return this.usesOfAny([device]);
  }

  /** What uses at least one of the devices. */
  usesOfAny(devices: readonly Device[]): DeviceUses {
    return this.#usesOf(devices.flatMap(device => this.numbers.sameAs(device)));
  }

  /** What uses the devices with this host name or address; ignores case. */
  usesOfNamed(name: string): DeviceUses {
    return this.#usesOf(this.numbers.named(name));
  }

  /** Whether a device with this host name or address was in a group or a job. Needs no update. */
  isKnown(name: string): boolean {
    this.#numberAll();
    return this.numbers.named(name).length > 0;
  }

  /** Whether a job is known to run on the device. */
  isReached(device: Device): boolean {
    const numbers = this.numbers.sameAs(device);
    if (this.#jobsOfDevice.ofAll(numbers).size > 0) return true;
    return [...this.#groupsOfDevice.ofAll(numbers)].some(key => {
      const group = this.#groups.entry(key)?.group;
      return group !== undefined && this.#jobIdsOf(group).size > 0;
    });
  }

  usesOfGroup(group: Group): GroupUses {
    return this.#usesOfGroups([group]);
  }

  /** What targets the groups with this name; ignores case. */
  usesOfGroupsNamed(name: string): GroupUses {
    return this.#usesOfGroups(this.groupsNamed(name));
  }

  /** The jobs that target the group with this ID, even if it is not listed. */
  jobsTargeting(groupId: number): readonly Job[] {
    return this.#indexed(this.#jobsOfGroup.get(groupId));
  }

  groupsNamed(name: string): readonly Group[] {
    const key = nameKey(name);
    return this.#groups.entries.map(({ group }) => group).filter(group => nameKey(group.name) === key);
  }

  /** What the index does not know of any device. */
  get unknown(): Unknown {
    const groups = this.#groups.entries.map(({ group }) => group);
    return this.#unknownOf(groups, () => false);
  }

  /** Needs no update, because it reads the groups themselves. */
  reachOf({ peers, groups, dynamic_groups: dynamicGroups }: Targets): Reach {
    return {
      devices: this.countDevices(this.#listsOf({ peers, groups })),
      unknownGroups: groups.filter(id => this.group(id) === undefined),
      dynamicGroups,
    };
  }

  /** The number of distinct devices in lists and with these host names or addresses. Needs no update. */
  countDevices(lists: readonly (readonly Device[])[], names: readonly string[] = []): number {
    if (names.length > 0) this.#numberAll();
    const devices = new Set<number | string>();
    for (const list of lists) for (const number of this.numbers.distinct(list)) devices.add(number);
    for (const name of names.map(deviceNameKey)) {
      const numbers = this.numbers.named(name);
      if (name !== '' && !numbers.some(number => devices.has(number))) devices.add(numbers[0] ?? name);
    }
    return devices.size;
  }

  /** Whether the job has devices, all of them known and offline. */
  isOffline(targets: Targets): boolean {
    const { devices, unknownGroups, dynamicGroups } = this.reachOf(targets);
    if (devices === 0 || unknownGroups.length + dynamicGroups.length > 0) return false;
    return this.#listsOf(targets).every(list =>
      list.every(({ status }) => deviceState(status) === 'offline'),
    );
  }

  /** Whether the job has no device, as far as the server says which devices its groups contain. */
  isUntargeted(targets: Targets): boolean {
    const { devices, unknownGroups, dynamicGroups } = this.reachOf(targets);
    return devices + unknownGroups.length + dynamicGroups.length === 0;
  }

  /** The listed group with this ID, if its ID is known. */
  group(id: number): Group | undefined {
    const { entries, identity } = this.#groups;
    if (this.#byId?.entries !== entries || this.#byId.revision !== identity.revision) {
      const ids = new Map<number, Group>();
      for (const { group } of entries) {
        const known = identity.known(group);
        if (known !== undefined) ids.set(known, group);
      }
      this.#byId = { entries, revision: identity.revision, ids };
    }
    return this.#byId.ids.get(id);
  }

  /** Names are looked up among all listed devices; lists that are numbered already take no time. */
  #numberAll(): void {
    for (const { group } of this.#groups.entries) this.numbers.of(group.server_set);
    for (const { peers } of this.#jobs.jobs) this.numbers.of(peers);
  }

  #listsOf({ peers, groups }: Pick<Targets, 'peers' | 'groups'>): readonly (readonly Device[])[] {
    return [peers, ...groups.map(id => this.group(id)?.server_set ?? [])];
  }

  #usesOf(numbers: readonly number[]): DeviceUses {
    const keys = this.#groupsOfDevice.ofAll(numbers);
    const groups = [...keys].map(key => this.#groups.entry(key)).filter(entry => entry !== undefined);
    const direct = this.#jobsOfDevice.ofAll(numbers);
    const byJob = new Map<number, Group[]>([...direct].map(id => [id, []]));
    for (const { group } of groups) for (const id of this.#jobIdsOf(group)) pushTo(byJob, id, group);
    const jobs = [...byJob].flatMap(([id, through]): JobOnDevice[] => {
      const job = this.#indexedJobs.get(id);
      return job === undefined ? [] : [{ job, isDirect: direct.has(id), groups: through }];
    });
    const found = groups.map(({ group }) => group);
    return { groups, jobs, unknown: this.#unknownOf(found, id => byJob.has(id)) };
  }

  #usesOfGroups(groups: readonly Group[]): GroupUses {
    const ids = new Set(groups.flatMap(group => [...this.#jobIdsOf(group)]));
    return {
      jobs: this.#indexed(ids),
      unknown: { ...this.#unknownOf(groups, () => false), groupIds: [], dynamicGroups: [] },
    };
  }

  #indexed(ids: ReadonlySet<number>): readonly Job[] {
    return [...ids].map(id => this.#indexedJobs.get(id)).filter(job => job !== undefined);
  }

  /** `groups` may be targeted by jobs; `isFound` says for which jobs the result is known anyway. */
  #unknownOf(groups: readonly Group[], isFound: (job: number) => boolean): Unknown {
    const isOpen = (ids: ReadonlySet<number>) => [...ids].some(id => !isFound(id));
    return {
      groups: this.#withoutIds(groups),
      groupIds: ascending(this.#jobsOfGroup.members(isOpen).filter(id => this.group(id) === undefined)),
      dynamicGroups: ascending(this.#jobsOfDynamicGroup.members(isOpen)),
      hasMore: !(this.#jobs.isComplete && this.#groups.isComplete),
    };
  }

  #jobIdsOf(group: Group): ReadonlySet<number> {
    return this.#jobsOfGroup.get(this.#groups.identity.known(group));
  }

  /** Groups without a known ID are of interest only if a job targets a group that is not known either. */
  #withoutIds(groups: readonly Group[]): readonly Group[] {
    const isTargeted = this.#jobsOfGroup.members(() => true).some(id => this.group(id) === undefined);
    if (this.#jobs.isComplete && !isTargeted) return [];
    return groups.filter(group => this.#groups.identity.known(group) === undefined);
  }

  async #catchUp(yieldToHost: () => Promise<void>): Promise<void> {
    while (this.#pendingJobs === 'all' || this.#pendingJobs.size > 0 || this.#hasPendingGroups) {
      if (this.#hasPendingGroups) await this.#indexGroups(yieldToHost);
      else await this.#indexJobs(yieldToHost);
    }
  }

  async #indexGroups(yieldToHost: () => Promise<void>): Promise<void> {
    this.#hasPendingGroups = false;
    const left = new Map(this.#indexedGroups);
    let work = 0;
    for (const { key, group } of this.#groups.entries) {
      const before = left.get(key);
      left.delete(key);
      if (before === group) continue;
      await this.numbers.prepare(group.server_set, yieldToHost);
      this.#indexGroup(key, before, group);
      work += 1 + group.server_set.length;
      if (work < sliceLength) continue;
      work = 0;
      await yieldToHost();
    }
    for (const [key, before] of left) this.#indexGroup(key, before, undefined);
  }

  #indexGroup(key: string, before: Group | undefined, after: Group | undefined): void {
    if (before !== undefined) this.#groupsOfDevice.remove(this.numbers.of(before.server_set), key);
    if (after === undefined) this.#indexedGroups.delete(key);
    else {
      this.#groupsOfDevice.add(this.numbers.of(after.server_set), key);
      this.#indexedGroups.set(key, after);
    }
  }

  async #indexJobs(yieldToHost: () => Promise<void>): Promise<void> {
    const pending = this.#pendingJobs;
    this.#pendingJobs = new Set();
    if (pending !== 'all') {
      for (const id of pending)
        this.#indexJob(id, this.#indexedJobs.has(id) ? this.#jobs.get(id) : undefined);
      return;
    }
    const left = new Set(this.#indexedJobs.keys());
    let work = 0;
    for (const job of this.#jobs.jobs) {
      left.delete(job.id);
      if (this.#indexedJobs.get(job.id) === job) continue;
      this.#indexJob(job.id, job);
      work += 1 + job.peers.length + job.groups.length;
      if (work < sliceLength) continue;
      work = 0;
      await yieldToHost();
    }
    for (const id of left) this.#indexJob(id, undefined);
  }

  #indexJob(id: number, after: Job | undefined): void {
    const before = this.#indexedJobs.get(id);
    if (before !== undefined) {
      this.#jobsOfDevice.remove(this.numbers.of(before.peers), id);
      this.#jobsOfGroup.remove(before.groups, id);
      this.#jobsOfDynamicGroup.remove(before.dynamic_groups, id);
    }
    if (after === undefined) this.#indexedJobs.delete(id);
    else {
      this.#jobsOfDevice.add(this.numbers.of(after.peers), id);
      this.#jobsOfGroup.add(after.groups, id);
      this.#jobsOfDynamicGroup.add(after.dynamic_groups, id);
      this.#indexedJobs.set(id, after);
    }
  }
}

function nameKey(name: string): string {
  return foldText(name.trim());
}

const nothing: ReadonlySet<never> = new Set<never>();

/** Maps members of lists to the owners of the lists. */
class ReverseMap<Member, Owner> {
  readonly #owners = new Map<Member, Set<Owner>>();

  get(member: Member | undefined): ReadonlySet<Owner> {
    return (member === undefined ? undefined : this.#owners.get(member)) ?? nothing;
  }

  /** The owners of any of the members. */
  ofAll(members: readonly Member[]): ReadonlySet<Owner> {
    return new Set(members.flatMap(member => [...this.get(member)]));
  }

  /** The members with such owners. */
  members(isWanted: (owners: ReadonlySet<Owner>) => boolean): readonly Member[] {
    return [...this.#owners].filter(([, owners]) => isWanted(owners)).map(([member]) => member);
  }

  add(members: Iterable<Member>, owner: Owner): void {
    for (const member of members) getOrAdd(this.#owners, member, () => new Set()).add(owner);
  }

  remove(members: Iterable<Member>, owner: Owner): void {
    for (const member of members) {
      const owners = this.#owners.get(member);
      owners?.delete(owner);
      if (owners?.size === 0) this.#owners.delete(member);
    }
  }
}
