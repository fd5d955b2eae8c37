import { sameDn } from '../model/distinguishedName.ts';
import { toGroupCreate } from '../model/drafts.ts';
import {
  type Group,
  type GroupDraft,
  GroupSchema,
  groupIdOrKey,
  groupKey,
  toGroupDraft,
  unmetGroupFields,
} from '../model/group.ts';
import type { Call, Requester } from '../transport/requester.ts';
import type { ListOptions } from './jobs.ts';
import { type Page, readPage } from './listPage.ts';
import { ObjectsResource, type ObjectTraits } from './objects.ts';
import { paginate } from './readAhead.ts';
import type { Age, ReadBack } from './readBack.ts';
import { lacksRows, type PageTrace, traceOf } from './wholeList.ts';

const listPath = '/account/api/group/';

/** `from` and `earlier` are as for the jobs. */
export type GroupListOptions = Pick<ListOptions, 'signal' | 'from' | 'earlier'>;

const traits: ObjectTraits<Group, GroupDraft> = {
  noun: 'Group',
  listPath,
  schema: GroupSchema,
  toDraft: toGroupDraft,
  toCreate: toGroupCreate,
  unmet: unmetGroupFields,
  devicesOf: group => group.server_set,
};

/**
 * The groups of docs/api.md, "Endpoints". A group may lack its ID, so methods take the ID for their path, and callers
 * verify it before they write (decision 12).
 */
export class GroupsResource extends ObjectsResource<Group, GroupDraft> {
  /** IDs, or keys of groups without one, from the latest list and from later creates. */
  #seen: ReadonlySet<number | string> | undefined;
  /** Names of the groups read most recently, by ID: they identify responses of servers that send no IDs. */
  readonly #read = new Map<number, GroupName>();

  constructor(requester: Requester, readBack: ReadBack) {
    super(requester, readBack, traits);
  }

  /** The documented list is a bare array; paginated responses of other servers are supported, too. */
  async *list({
    signal,
    from,
    earlier,
  }: GroupListOptions = {}): AsyncGenerator<Page<Group>, void, undefined> {
    const traces: PageTrace[] = [];
    const read = (path: string) =>
      readPage(this.requester, this.listCall(path, signal), { schema: GroupSchema });
    const pages = paginate(from ?? listPath, read, path => this.requester.info(this.listCall(path)), earlier);
    for await (const page of pages) {
      traces.push(traceOf(page, groupIdOrKey));
      // A list proves what existed before only if it was read whole.
      if (from === undefined && page.next === undefined && !lacksRows(traces))
        this.#seen = new Set(traces.flatMap(({ keys }) => keys));
      yield page;
    }
  }

  sameObject(id: number, changes?: GroupDraft): (group: Group) => boolean {
    const before = this.#read.get(id);
    return group =>
      group.id === undefined ? changes === undefined || isExpected(group, before, changes) : group.id === id;
  }

  saw(id: number, { name, dn }: Group): void {
    this.#read.set(id, { name, dn });
  }

  known() {
    const before = this.#seen;
    const age = (group: Group) => groupAge(group, before);
    return { age, mayBeOld: (group: Group) => before !== undefined && age(group) !== 'new' };
  }

  sawCreated(group: Group): void {
    if (this.#seen !== undefined) this.#seen = new Set([...this.#seen, groupIdOrKey(group)]);
  }

  all(): AsyncIterable<Page<Group>> {
    return this.list();
  }

  override async change(call: Call, id: number, changes: GroupDraft): Promise<Group> {
    const group = await super.change(call, id, changes);
    // Its new name would make the group look newly created.
    if (group.id === undefined) this.#seen = undefined;
    return group;
  }
}

type GroupName = Pick<Group, 'name' | 'dn'>;

/** Without an ID, a group is identified by its old or new name or `dn`. */
function isExpected(group: GroupName, before: GroupName | undefined, changes: GroupDraft): boolean {
  if (before === undefined) return true;
  const names = [before.name, changes.name ?? before.name].map(name => name.trim());
  const dns = [before.dn, changes.dn ?? before.dn].filter(dn => dn !== '');
  return names.includes(group.name.trim()) || dns.some(dn => sameDn(dn, group.dn));
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
