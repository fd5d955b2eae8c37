import { unwritableDevices } from '../../model/device.ts';
import { patchOf } from '../../model/difference.ts';
import {
  type Group,
  type GroupDraft,
  GroupSchema,
  groupKey,
  toGroupDraft,
  unmetGroupFields,
} from '../../model/group.ts';
import { toGroupCreate } from '../../model/groupDraft.ts';
import { ContractError } from '../errors/contractError.ts';
import { NotSentError } from '../errors/notSentError.ts';
import type { Call, Requester } from '../transport/requester.ts';
import type { CallOptions, ReplaceOptions } from './callOptions.ts';
import type { ListOptions } from './jobs.ts';
import { type Page, readPage } from './listPage.ts';
import { paginate } from './paginate.ts';
import type { Age, ReadBack } from './readBack.ts';

const listPath = '/account/api/group/';

/** `from` and `earlier` are as for the jobs. */
export type GroupListOptions = Pick<ListOptions, 'signal' | 'from' | 'earlier'>;

function groupPath(id: number): string {
  return `${listPath}${id}/`;
}

/**
 * The groups of docs/api.md, "Endpoints". A group may lack its ID, so methods take the ID for their path, and callers
 * verify it before they write (decision 12).
 */
export class GroupsResource {
  readonly #requester: Requester;
  readonly #readBack: ReadBack;
  /** IDs, or keys of groups without one, from the latest list and from later creates. */
  #seen: ReadonlySet<number | string> | undefined;
  /** Names of the groups read most recently, by ID: they identify responses of servers that send no IDs. */
  readonly #read = new Map<number, GroupName>();
  #creating: Promise<unknown> = Promise.resolve();

  constructor(requester: Requester, readBack: ReadBack) {
    this.#requester = requester;
    this.#readBack = readBack;
  }

  /** The documented list is a bare array; paginated responses of other servers are supported, too. */
  async *list({
    signal,
    from,
    earlier,
  }: GroupListOptions = {}): AsyncGenerator<Page<Group>, void, undefined> {
    const call = (path: string): Call => ({ operation: 'listGroups', method: 'GET', path, signal });
    const seen = new Set<number | string>();
    const pages = paginate(
      from ?? listPath,
      async path =>
        readPage(
          this.#requester,
          call(path),
          { schema: GroupSchema },
          await this.#requester.read(call(path)),
        ),
      path => this.#requester.info(call(path)),
      earlier,
    );
    for await (const page of pages) {
      for (const group of page.items) seen.add(group.id ?? groupKey(group));
      // A list proves what existed before only if it was read from its beginning to its end.
      if (from === undefined && page.next === undefined) this.#seen = seen;
      yield page;
    }
  }

  async get(id: number, { signal }: CallOptions = {}): Promise<Group> {
    const call: Call = { operation: 'getGroup', method: 'GET', path: groupPath(id), signal };
    const group = await this.#requester.checked(call, GroupSchema);
    if (group.id !== undefined && group.id !== id) throw this.#other(call, id);
    this.#read.set(id, { name: group.name, dn: group.dn });
    return group;
  }

  /** Creates a group; an empty `dn` is omitted (decision 16). Lost responses are handled as for jobs. */
  create(draft: GroupDraft, { signal }: CallOptions = {}): Promise<Group> {
    const body = toGroupCreate(draft);
    const call: Call = { operation: 'createGroup', method: 'POST', path: listPath, body, signal };
    const run = async () => {
      signal?.throwIfAborted();
      const before = this.#seen;
      const group = await this.#readBack.afterCreate(
        async () => {
          const made = await this.#requester.checked(call, GroupSchema);
          // An object that already existed under another name is not the created one, whatever the response says.
          const isNew = before === undefined || groupAge(made, before) === 'new';
          if (!isNew && unmetGroupFields(body, made).includes('name')) throw this.#other(call, undefined);
          return made;
        },
        {
          info: this.#requester.info(call),
          name: body.name,
          list: () => this.list(),
          unmet: found => unmetGroupFields(body, found),
          nameOf: found => found.name,
          idOf: found => found.id,
          age: found => groupAge(found, before),
        },
      );
      if (this.#seen !== undefined) this.#seen = new Set([...this.#seen, group.id ?? groupKey(group)]);
      return group;
    };
    const result = this.#creating.then(run, run);
    this.#creating = result.catch(() => undefined);
    return result;
  }

  /**
   * Replaces the group (PUT), including its whole device list (docs/api.md, "Group body"). Fields missing from
   * `draft` are filled in from the server's group. Rejects with `NotSentError` as for jobs.
   */
  async replace(
    id: number,
    draft: GroupDraft,
    { signal, ...options }: ReplaceOptions<Group> = {},
  ): Promise<Group> {
    const current = options.current ?? (await this.get(id, { signal }));
    const body = { ...toGroupDraft(current), ...draft };
    const call: Call = { operation: 'replaceGroup', method: 'PUT', path: groupPath(id), body, signal };
    const unwritable = unwritableDevices(current.server_set);
    if (unwritable.length > 0)
      throw new NotSentError(this.#requester.info(call), { code: 'unwritableDevices', devices: unwritable });
    return this.#change(call, id, patchOf(toGroupDraft(current), body));
  }

  /** Changes only the fields of `patch` (PATCH). */
  update(id: number, patch: GroupDraft, { signal }: CallOptions = {}): Promise<Group> {
    const call: Call = {
      operation: 'updateGroup',
      method: 'PATCH',
      path: groupPath(id),
      body: patch,
      signal,
    };
    return this.#change(call, id, patch);
  }

  /** Deletes a group; one that no longer exists counts as deleted (decision 21). */
  remove(id: number, { signal }: CallOptions = {}): Promise<void> {
    const call: Call = { operation: 'deleteGroup', method: 'DELETE', path: groupPath(id), signal };
    return this.#readBack.afterRemove(() => this.#requester.write(call), {
      info: this.#requester.info(call),
      read: () => this.get(id),
      list: () =>
        this.#requester.read({ operation: 'listGroups', method: 'GET', path: listPath, once: true }),
    });
  }

  /** `changes` are the fields that the write is meant to change. */
  async #change(call: Call, id: number, changes: GroupDraft): Promise<Group> {
    const before = this.#read.get(id);
    const same = (group: Group): Group => {
      const isOther = group.id === undefined ? !isExpected(group, before, changes) : group.id !== id;
      if (isOther) throw this.#other(call, id);
      this.#read.set(id, { name: group.name, dn: group.dn });
      return group;
    };
    const group = await this.#readBack.afterChange(
      async () => same(await this.#requester.checked(call, GroupSchema)),
      {
        info: this.#requester.info(call),
        changes,
        read: async () => same(await this.get(id)),
        unmet: found => unmetGroupFields(changes, found),
      },
    );
    // Its new name would make the group look newly created.
    if (group.id === undefined) this.#seen = undefined;
    return group;
  }

  #other(call: Call, id: number | undefined): ContractError {
    return new ContractError(this.#requester.info(call), { code: 'otherObject', id });
  }
}

type GroupName = Pick<Group, 'name' | 'dn'>;

/** Without an ID, a group is identified by its old or new name or `dn`. */
function isExpected(group: GroupName, before: GroupName | undefined, changes: GroupDraft): boolean {
  if (before === undefined) return true;
  const names = [before.name, changes.name ?? before.name].map(name => name.trim());
  const dns = [before.dn, changes.dn ?? before.dn].filter(dn => dn !== '');
  return names.includes(group.name.trim()) || dns.includes(group.dn);
}

/**
 * Without IDs, a group whose key already existed may be the old one or a second one of the same name; without an
 * earlier list, nothing is known.
 */
function groupAge(group: Group, before: ReadonlySet<number | string> | undefined): Age {
  if (before === undefined) return 'maybeNew';
  if (group.id !== undefined) return before.has(group.id) ? 'old' : 'new';
  return before.has(groupKey(group)) ? 'maybeNew' : 'new';
}
