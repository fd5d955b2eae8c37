import type { Client } from '../api/client.ts';
import { HttpStatusError, isNotFound } from '../api/errors.ts';
import type { CallOptions } from '../api/resources/jobs.ts';
import { type Group, groupKey } from '../model/group.ts';

/** Ids remembered for one server, by the key of the group (decision 12). */
export interface GroupIdMemory {
  get(key: string): number | undefined;
  set(key: string, id: number): void;
}

/** The group behind an id is not the one the person saw; nothing was written. */
export class GroupMismatchError extends Error {
  override readonly name = 'GroupMismatchError';
  readonly expected: Group;
  readonly found: Group | undefined;

  constructor(expected: Group, found: Group | undefined) {
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
  readonly api: Client['groups'];
  readonly memory: GroupIdMemory;
  /** Ids that jobs name in `groups`. */
  readonly jobGroupIds: () => Iterable<number>;
  /** All groups of the last list: a name that two of them bear identifies neither. */
  readonly groups: () => readonly Group[];
}

/** Finds the ids of groups whose shape has none (decision 12), and checks them before a write. */
export class GroupIdentity {
  readonly #options: GroupIdentityOptions;
  /** Ids tried in this session and what stood behind them. */
  readonly #probed = new Map<number, string | undefined>();

  constructor(options: GroupIdentityOptions) {
    this.#options = options;
  }

  /** The id as far as it is known without asking the server. */
  known(group: Group): number | undefined {
    if (group.id !== undefined) return group.id;
    return this.isUnambiguous(group) ? this.#options.memory.get(groupKey(group)) : undefined;
  }

  /** The group of an id that a job names, as far as known. */
  groupOf(id: number): Group | undefined {
    return this.#options.groups().find(group => this.known(group) === id);
  }

  isUnambiguous(group: Group): boolean {
    const key = groupKey(group);
    return this.#options.groups().filter(other => groupKey(other) === key).length <= 1;
  }

  /** Asks for the ids that jobs name and that no known group has. Resolves to how many became known. */
  async resolveFromJobs(options: CallOptions = {}): Promise<number> {
    const known = new Set(this.#options.groups().map(group => this.known(group)));
    const ids = [...new Set(this.#options.jobGroupIds())].filter(
      id => !known.has(id) && !this.#probed.has(id),
    );
    return this.#probe(ids, options);
  }

  /** The id of the group: known, from jobs, or by trying ids from 1 upwards; `undefined` if none matches. */
  async resolve(group: Group, options: ProbeOptions): Promise<number | undefined> {
    if (this.known(group) !== undefined) return this.known(group);
    await this.resolveFromJobs(options);
    for (let first = 1; first <= options.limit && this.known(group) === undefined; first += probesAtOnce) {
      const last = Math.min(options.limit, first + probesAtOnce - 1);
      const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      await this.#probe(
        ids.filter(id => !this.#probed.has(id)),
        options,
      );
      options.onProgress?.(last, options.limit);
    }
    return this.known(group);
  }

  /** Remembers an id that the person typed, after the server confirmed it. */
  async adopt(group: Group, id: number, options: CallOptions = {}): Promise<void> {
    await this.verify(group, id, options);
    this.#options.memory.set(groupKey(group), id);
  }

  /**
   * Reads the group afresh and makes sure that it is the one the person saw, by `dn` or name. Rejects with
   * `GroupMismatchError` when it is not; then nothing must be written.
   */
  async verify(seen: Group, id: number, options: CallOptions = {}): Promise<Group> {
    const found = await this.#options.api.get(id, options).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    if (found === undefined || groupKey(found) !== groupKey(seen)) throw new GroupMismatchError(seen, found);
    return found;
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
    await Promise.all(Array.from({ length: probesAtOnce }, worker));
    return found;
  }

  async #probeOne(id: number, options: CallOptions): Promise<boolean> {
    try {
      const group = await this.#options.api.get(id, options);
      this.#probed.set(id, groupKey(group));
      if (group.id === undefined && this.isUnambiguous(group)) this.#options.memory.set(groupKey(group), id);
      return true;
    } catch (error) {
      // A group that is gone or hidden from this token cannot be the one that was listed.
      if (!(error instanceof HttpStatusError) || (error.status !== 404 && error.status !== 403)) throw error;
      this.#probed.set(id, undefined);
      return false;
    }
  }
}
