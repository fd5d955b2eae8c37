import { DeviceNumbers } from '../../model/device.ts';
import type { Group } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import { getOrAdd, pushTo } from '../../util/collections.ts';
import type { GroupEntry, GroupStore } from '../groups/groupStore.ts';
import type { JobStore } from '../jobs/jobStore.ts';

/** A job that runs on a device, which it names directly, through groups, or both. */
export interface JobOnDevice {
  readonly job: Job;
  readonly isDirect: boolean;
  readonly groups: readonly Group[];
}

/** The known devices that a job runs on. */
export interface Reach {
  /** Distinct devices, including those of known static groups. */
  readonly devices: number;
  readonly unknownGroups: readonly number[];
  readonly dynamicGroups: readonly number[];
}

export type Targets = Pick<Job, 'peers' | 'groups' | 'dynamic_groups'>;

type IndexedJobs = Pick<JobStore, 'jobs' | 'get' | 'onDidChange'>;
type IndexedGroups = Pick<GroupStore, 'entries' | 'entry' | 'byId' | 'onDidChange'> & {
  readonly identity: Pick<GroupStore['identity'], 'known'>;
};

const sliceLength = 2_000;

/** Which loaded groups and jobs target which devices. Updated on demand, and only where something has changed. */
export class TargetIndex {
  readonly numbers = new DeviceNumbers();
  readonly #jobs: IndexedJobs;
  readonly #groups: IndexedGroups;
  readonly #indexedJobs = new Map<number, Job>();
  readonly #indexedGroups = new Map<string, Group>();
  readonly #groupsOfDevice = new ReverseMap<number, string>();
  readonly #jobsOfDevice = new ReverseMap<number, number>();
  readonly #jobsOfGroup = new ReverseMap<number, number>();
  /** Jobs that have changed; `all` if the list has. */
  #pendingJobs: Set<number> | 'all' = 'all';
  #hasPendingGroups = true;
  #update: Promise<void> | undefined;

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

  groupsWith(deviceKey: string): readonly GroupEntry[] {
    const keys = this.#groupsOfDevice.get(this.numbers.number(deviceKey));
    return [...keys].map(key => this.#groups.entry(key)).filter(entry => entry !== undefined);
  }

  /** The jobs that target the device directly or through one of its groups. */
  jobsOn(deviceKey: string): readonly JobOnDevice[] {
    const direct = this.#jobsOfDevice.get(this.numbers.number(deviceKey));
    const byJob = new Map<number, Group[]>([...direct].map(id => [id, []]));
    for (const { group } of this.groupsWith(deviceKey)) {
      for (const { id } of this.jobsOfGroup(group)) pushTo(byJob, id, group);
    }
    return [...byJob].flatMap(([id, groups]) => {
      const job = this.#indexedJobs.get(id);
      return job === undefined ? [] : [{ job, isDirect: direct.has(id), groups }];
    });
  }

  /** The jobs that target a group; requires that its ID is known. */
  jobsOfGroup(group: Group): readonly Job[] {
    const ids = this.#jobsOfGroup.get(this.#groups.identity.known(group));
    return [...ids].map(id => this.#indexedJobs.get(id)).filter(job => job !== undefined);
  }

  /** Needs no update, because it reads the groups themselves. */
  reachOf({ peers, groups, dynamic_groups: dynamicGroups }: Targets): Reach {
    const devices = new Set<number>(this.numbers.of(peers));
    const unknownGroups: number[] = [];
    for (const id of groups) {
      const group = this.#groups.byId(id);
      if (group === undefined) unknownGroups.push(id);
      else for (const number of this.numbers.of(group.server_set)) devices.add(number);
    }
    return { devices: devices.size, unknownGroups, dynamicGroups };
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
    }
    if (after === undefined) this.#indexedJobs.delete(id);
    else {
      this.#jobsOfDevice.add(this.numbers.of(after.peers), id);
      this.#jobsOfGroup.add(after.groups, id);
      this.#indexedJobs.set(id, after);
    }
  }
}

const nothing: ReadonlySet<never> = new Set<never>();

/** Maps members of lists to the owners of the lists. */
class ReverseMap<Member, Owner> {
  readonly #owners = new Map<Member, Set<Owner>>();

  get(member: Member | undefined): ReadonlySet<Owner> {
    return (member === undefined ? undefined : this.#owners.get(member)) ?? nothing;
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
