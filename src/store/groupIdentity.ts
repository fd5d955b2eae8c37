import type { Client } from '../api/client.ts';
import { HttpStatusError, isGone } from '../api/errors.ts';
import type { CallOptions } from '../api/resources/jobs.ts';
import { type Group, groupKey } from '../model/group.ts';

/** Ids remembered for one server, by the key of the group (decision 12). */
export interface GroupIdMemory {
  get(key: string): number | undefined;
  set(key: string, id: number): void;
}

/** As much of a group as tells it from others. */
export type NamedGroup = Pick<Group, 'name' | 'dn'>;

/** The group behind an id is not the one the person saw; nothing was written. */
export class GroupMismatchError extends Error {
  override readonly name = 'GroupMismatchError';
  readonly expected: NamedGroup;
  readonly found: Group | undefined;

  constructor(expected: NamedGroup, found: Group | undefined) {
    super(`the group is not the one that was seen: expected ${groupKey(expected)}`);
    this.expected = expected;
    this.found = found;
  }
}

export interface ProbeOptions extends CallOptions {
  /** Highest id to try. */
  readonly limit: number;
  readonly onProgress?: (tried: number, limit: number) => void;
}

const probesAtOnce = 4;

export interface GroupIdentityOptions {
  readonly api: Pick<Client['groups'], 'get'>;
  readonly memory: GroupIdMemory;
  /** Ids that jobs name in `groups`. */
  readonly jobGroupIds: () => Iterable<number>;
  /** All groups of the last list: a name that two of them bear identifies neither. */
  readonly groups: () => readonly Group[];
}

/** Finds the ids of groups whose shape has none (decision 12), and checks them before a write. */
export class GroupIdentity {
  readonly #options: GroupIdentityOptions;
  /** Ids tried in this session: jobs name them again and again, also those that are gone. */
  readonly #probed = new Set<number>();
  /** Remembered ids behind which another group was found, by key: they are never used again. */
  readonly #refuted = new Map<string, number>();
  #counts: { readonly of: readonly Group[]; readonly byKey: ReadonlyMap<string, number> } | undefined;

  constructor(options: GroupIdentityOptions) {
    this.#options = options;
  }

  /** The id as far as it is known without asking the server. */
  known(group: Group): number | undefined {
    if (group.id !== undefined) return group.id;
    if (!this.isUnambiguous(group)) return undefined;
    const key = groupKey(group);
    const id = this.#options.memory.get(key);
    return id === this.#refuted.get(key) ? undefined : id;
  }

  /** The group of an id that a job names, as far as known. */
  groupOf(id: number): Group | undefined {
    return this.#options.groups().find(group => this.known(group) === id);
  }

  isUnambiguous(group: Group): boolean {
    const groups = this.#options.groups();
    if (this.#counts?.of !== groups) this.#counts = { of: groups, byKey: countKeys(groups) };
    return (this.#counts.byKey.get(groupKey(group)) ?? 0) <= 1;
  }

  /** Asks for the ids that jobs name and that no known group has. Resolves to how many became known. */
  async resolveFromJobs(options: CallOptions = {}): Promise<number> {
    const known = new Set(this.#options.groups().map(group => this.known(group)));
    const ids = [...new Set(this.#options.jobGroupIds())].filter(
      id => !known.has(id) && !this.#probed.has(id),
    );
    return this.#probe(ids, options);
  }

  /**
   * The id of the group: known, from jobs, or by trying ids from 1 upwards; `undefined` if none matches, or
   * if another group of the list looks the same, so that no id could be told to be its own.
   */
  async resolve(group: Group, options: ProbeOptions): Promise<number | undefined> {
    if (this.known(group) !== undefined || !this.isUnambiguous(group)) return this.known(group);
    await this.resolveFromJobs(options);
    // What was tried before may have changed since; only the ids of other listed groups are passed over.
    const taken = new Set(this.#options.groups().map(other => this.known(other)));
    for (let first = 1; first <= options.limit && this.known(group) === undefined; first += probesAtOnce) {
      const last = Math.min(options.limit, first + probesAtOnce - 1);
      const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      await this.#probe(
        ids.filter(id => !taken.has(id)),
        options,
      );
      options.onProgress?.(last, options.limit);
    }
    return this.known(group);
  }

  /** Remembers an id that the person typed, after the server confirmed it. */
  async adopt(group: Group, id: number, options: CallOptions = {}): Promise<void> {
    await this.verify(group, id, options);
    this.learn(group, id);
  }

  /** Remembers the id of a group that the server has just given for that id. */
  learn(group: Group, id: number): void {
    const key = groupKey(group);
    if (this.#refuted.get(key) === id) this.#refuted.delete(key);
    this.#options.memory.set(key, id);
  }

  /**
   * Reads the group afresh and makes sure that it is the one the person saw, by `dn` or name. Rejects with
   * `GroupMismatchError` when it is not; then nothing must be written.
   */
  async verify(seen: Group, id: number, options: CallOptions = {}): Promise<Group> {
    const found = await this.#options.api.get(id, options).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw error;
    });
    if (found !== undefined && groupKey(found) === groupKey(seen)) return found;
    this.#refuted.set(groupKey(seen), id);
    throw new GroupMismatchError(seen, found);
  }

  async #probe(ids: readonly number[], options: CallOptions): Promise<number> {
    const rest = [...ids];
    let found = 0;
    const worker = async () => {
      for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
        options.signal?.throwIfAborted();
        if (await this.#probeOne(id, options)) found += 1;
      }
    };
    try {
      await Promise.all(Array.from({ length: probesAtOnce }, worker));
    } finally {
      // After a failure the other workers end as well.
      rest.length = 0;
    }
    return found;
  }

  async #probeOne(id: number, options: CallOptions): Promise<boolean> {
    try {
      const group = await this.#options.api.get(id, options);
      this.#probed.add(id);
      if (this.isUnambiguous(group)) this.learn(group, id);
      return true;
    } catch (error) {
      // A group that is gone or hidden from this token cannot be the one that was listed.
      if (!(error instanceof HttpStatusError) || (error.status !== 404 && error.status !== 403)) throw error;
      this.#probed.add(id);
      return false;
    }
  }
}

function countKeys(groups: readonly Group[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(groupKey(group), (counts.get(groupKey(group)) ?? 0) + 1);
  return counts;
}
