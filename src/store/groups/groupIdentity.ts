import type { Client } from '../../api/client.ts';
import { HttpStatusError, ifFound } from '../../api/errors/apiError.ts';
import { type Group, groupKey } from '../../api/model/group.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import { countBy, onceForEach } from '../../base/collections.ts';
import { inParallel } from '../../base/inParallel.ts';
import { GroupMismatchError, type NamedGroup } from './groupMismatchError.ts';

/** Known group IDs of one server, by the key of the group. */
export interface GroupIdMemory {
  get(key: string): number | undefined;
  set(key: string, id: number): void;
}

export interface IdSearchOptions extends CallOptions {
  /** The maximum number of requests. */
  readonly budget: number;
  readonly onProgress?: (tried: number, budget: number) => void;
}

export interface JobGroupOptions extends CallOptions {
  /** The maximum number of requests. */
  readonly budget?: number;
  /** Group IDs to read; by default those that the listed jobs refer to. */
  readonly ids?: Iterable<number>;
}

const probesAtOnce = 4;
/** A long search reports its results after every this many requests. */
const reportEvery = 20;

export interface GroupIdentityOptions {
  readonly api: Pick<Client['groups'], 'get'>;
  readonly memory: GroupIdMemory;
  /** IDs in the `groups` of jobs. */
  readonly jobGroupIds: () => Iterable<number>;
  /** All groups of the last list: a name that two of them share identifies neither. */
  readonly groups: () => readonly Group[];
  /** Called after IDs became known, once per batch. */
  readonly onLearned: () => void;
}

/** Finds the IDs of groups on servers that return none, and verifies them before each write. */
export class GroupIdentity {
  readonly #options: GroupIdentityOptions;
  /** IDs tried in this session. Jobs may refer to them even after the group was deleted. */
  readonly #probed = new Set<number>();
  /** Stored IDs that turned out to belong to another group, by key. They are not used again. */
  readonly #refuted = new Map<string, number>();
  readonly #candidates = new GroupIdCandidates();
  /** Keys of the groups that the last search looked for. */
  #searchedFor: ReadonlySet<string> = new Set();
  /** The first of the IDs that were tried for a new group without success. */
  #triedFrom: number | undefined;
  #revision = 0;
  #reportedRevision = 0;

  constructor(options: GroupIdentityOptions) {
    this.#options = options;
  }

  /** Increases when IDs become known or turn out to be wrong. */
  get revision(): number {
    return this.#revision;
  }

  /** The ID, if it is known without a request. */
  known(group: Group): number | undefined {
    if (group.id !== undefined) return group.id;
    if (!this.isUnambiguous(group)) return undefined;
    const key = groupKey(group);
    const id = this.#options.memory.get(key);
    return id === this.#refuted.get(key) ? undefined : id;
  }

  /** Listed groups whose ID a search could find. */
  get findable(): readonly Group[] {
    return this.#options
      .groups()
      .filter(group => this.known(group) === undefined && this.isUnambiguous(group));
  }

  /** The group with an ID that a job refers to, if known. */
  groupOf(id: number): Group | undefined {
    return this.#options.groups().find(group => this.known(group) === id);
  }

  isUnambiguous(group: Group): boolean {
    return (keyCounts(this.#options.groups()).get(groupKey(group)) ?? 0) <= 1;
  }

  /**
   * Reads the IDs that jobs refer to and that belong to no known group. Resolves with the number of IDs found.
   */
  async resolveFromJobs({
    ids: wanted,
    budget = Number.POSITIVE_INFINITY,
    ...options
  }: JobGroupOptions = {}): Promise<number> {
    const known = new Set(this.#options.groups().map(group => this.known(group)));
    const ids = [...new Set(wanted ?? this.#options.jobGroupIds())].filter(
      id => !known.has(id) && !this.#probed.has(id),
    );
    try {
      return (await this.#probe(ids.slice(0, budget), options)).length;
    } finally {
      this.#reportLearned();
    }
  }

  /**
   * Searches the IDs of all listed groups in one pass: first those that jobs refer to, then others within the budget.
   * The next call continues where this one ended. Groups with an identical twin are left out, because an ID could not
   * be assigned to one of them. IDs that were found stay known even if the search fails or is canceled.
   */
  async findAll({ budget, ...options }: IdSearchOptions): Promise<void> {
    await this.resolveFromJobs(options);
    const open = new Set(this.findable.map(groupKey));
    const hasNewGroups = [...open].some(key => !this.#searchedFor.has(key));
    const candidates = this.#candidates.outside(this.#knownIds(), hasNewGroups);
    this.#searchedFor = new Set(open);
    if (open.size === 0) return;
    await this.#tryIds(candidates, { budget, ...options }, found => {
      for (const key of found) open.delete(key);
      return open.size === 0;
    });
  }

  /** The ID of a newly created group, if it is one of those right after the highest known one. */
  async findNew(group: Group): Promise<number | undefined> {
    if (this.known(group) !== undefined || !this.isUnambiguous(group)) return this.known(group);
    this.#knownIds();
    const first = Math.max(this.#candidates.highest + 1, this.#options.groups().length);
    // Searching again is pointless until the highest ID changes.
    if (this.#triedFrom === first) return undefined;
    const next = Array.from({ length: nearbyIds }, (_, index) => first + index).values();
    const isKnown = () => this.known(group) !== undefined;
    await this.#tryIds(next, { budget: nearbyIds }, isKnown);
    this.#triedFrom = isKnown() ? undefined : first;
    return this.known(group);
  }

  /** Stores an ID that the user typed, once the server has confirmed it. */
  async adopt(group: Group, id: number): Promise<void> {
    await this.verify(group, id);
    this.#remember(group, id);
    this.#reportLearned();
  }

  /** Stores the ID that the server returned for a group; true if it is new. */
  learn(group: Group, id: number): boolean {
    this.#remember(group, id);
    return this.#takeUnreported();
  }

  #remember(group: Group, id: number): void {
    const key = groupKey(group);
    if (this.#refuted.get(key) === id) this.#refuted.delete(key);
    this.#candidates.found(id);
    if (this.#options.memory.get(key) !== id) this.#revision += 1;
    this.#options.memory.set(key, id);
  }

  /**
   * Reads the group again and verifies by `dn` or name that it is the one the user saw. Rejects with
   * `GroupMismatchError` if not; then nothing may be written.
   */
  async verify(seen: Group, id: number): Promise<Group> {
    const found = await ifFound(this.#options.api.get(id));
    if (found !== undefined && groupKey(found) === groupKey(seen)) return found;
    this.refute(seen, id);
    throw new GroupMismatchError(seen, found);
  }

  /** Call when a stored ID turned out to belong to another group, or to none. */
  refute(seen: NamedGroup, id: number): void {
    this.#refuted.set(groupKey(seen), id);
    this.#revision += 1;
  }

  #knownIds(): ReadonlySet<number> {
    const ids = this.#options
      .groups()
      .map(group => this.known(group))
      .filter(id => id !== undefined);
    for (const id of ids) this.#candidates.found(id);
    return new Set(ids);
  }

  #reportLearned(): void {
    if (this.#takeUnreported()) this.#options.onLearned();
  }

  #takeUnreported(): boolean {
    const hasNews = this.#revision !== this.#reportedRevision;
    this.#reportedRevision = this.#revision;
    return hasNews;
  }

  /** Tries IDs within the budget until `isDone` returns true. It is called with the keys of the groups found. */
  async #tryIds(
    ids: Iterator<number, undefined>,
    { budget, onProgress, ...options }: IdSearchOptions,
    isDone: (found: readonly string[]) => boolean,
  ): Promise<void> {
    try {
      for (let tried = 0; tried < budget; ) {
        const chunk = take(ids, Math.min(probesAtOnce, budget - tried));
        const found = await this.#probe(chunk, options);
        tried += chunk.length;
        onProgress?.(tried, budget);
        if (tried % reportEvery === 0) this.#reportLearned();
        if (isDone(found)) return;
      }
    } finally {
      this.#reportLearned();
    }
  }

  /** Resolves with the keys of the groups found. */
  async #probe(ids: readonly number[], options: CallOptions): Promise<readonly string[]> {
    const found: string[] = [];
    await inParallel(ids, probesAtOnce, async id => {
      options.signal?.throwIfAborted();
      const group = await this.#probeOne(id, options);
      if (group !== undefined) found.push(groupKey(group));
    });
    return found;
  }

  async #probeOne(id: number, options: CallOptions): Promise<Group | undefined> {
    try {
      const group = await this.#options.api.get(id, options);
      this.#probed.add(id);
      if (this.isUnambiguous(group)) this.#remember(group, id);
      else this.#candidates.found(id);
      return group;
    } catch (error) {
      // A group that was deleted or is hidden from this token cannot be the listed one.
      if (!(error instanceof HttpStatusError) || (error.status !== 404 && error.status !== 403)) throw error;
      this.#probed.add(id);
      this.#candidates.notFound(id);
      return undefined;
    }
  }
}

/** The number of identical groups in a list. */
const keyCounts = onceForEach((groups: readonly Group[]) => countBy(groups, groupKey));

function take(ids: Iterator<number, undefined>, count: number): number[] {
  return Array.from({ length: count }, () => ids.next().value).filter(id => id !== undefined);
}

/** Servers give new groups the next free IDs, so this many after the highest one are tried first. */
const nearbyIds = 20;

/** The order in which IDs are tried for groups whose ID is unknown. Remembered between searches. */
class GroupIdCandidates {
  /** IDs for which no readable group was found. */
  readonly #absent = new Set<number>();
  #highest = 0;
  /** Every lower ID has been tried. */
  #next = 1;

  /** The highest known ID of a group; 0 for none. */
  get highest(): number {
    return this.#highest;
  }

  found(id: number): void {
    this.#highest = Math.max(this.#highest, id);
  }

  notFound(id: number): void {
    this.#absent.add(id);
  }

  /**
   * First the IDs up to a few after the highest known one, then further ones from where the last search ended.
   * `taken` are the IDs of listed groups. An ID without a group is tried again only if a new group, as `hasNewGroups`
   * says, may have got it.
   */
  *outside(taken: ReadonlySet<number>, hasNewGroups: boolean): Generator<number, undefined, undefined> {
    for (let id = 1; id <= this.#highest + nearbyIds; id++) {
      const isAbsent = this.#absent.has(id) && (id < this.#highest || !hasNewGroups);
      if (!isAbsent && !taken.has(id)) yield id;
    }
    for (;;) {
      const id = Math.max(this.#next, this.#highest + nearbyIds + 1);
      this.#next = id + 1;
      if (!taken.has(id)) yield id;
    }
  }
}
