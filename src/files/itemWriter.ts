import { ifFound } from '../api/errors/apiError.ts';
import { deviceFields } from '../fields/objectFields.ts';
import { unwritableDevices } from '../model/device.ts';
import { sameField } from '../model/difference.ts';
import { type Draft, onlyFields } from '../model/draft.ts';
import { type Group, groupKey } from '../model/group.ts';
import { toJobCreate } from '../model/jobDraft.ts';
import { GroupMismatchError } from '../store/groups/groupMismatchError.ts';
import { GroupIdUnknownError, PlanOutdatedError } from './applyErrors.ts';
import { differingFields } from './comparison.ts';
import { fieldTable } from './fileShapes.ts';
import type { Plan, PlanItem } from './plan.ts';
import { groupObject, jobObject, type ServerObject } from './serverObjects.ts';
import type { ServerAccess } from './serverState.ts';

type Sending = (kept?: Draft) => Promise<void>;

/** Drafts of a plan contain only managed fields. */
const allFields = { excludeFields: [] };

/** Applies the items of a plan to the current state of the server. */
export class ItemWriter {
  /** For each sent item, the fields that the server stores differently. */
  readonly storedDifferently = new Map<PlanItem, readonly string[]>();
  readonly #access: ServerAccess;
  readonly #plan: Plan;
  /** Objects created since the plan was made, by kind and name. */
  #newcomers: ReadonlySet<string> = new Set();

  constructor(plan: Plan, access: ServerAccess) {
    this.#plan = plan;
    this.#access = access;
  }

  /** Looks for objects that others have created with the names of the items. */
  async prepare(items: readonly PlanItem[], signal: AbortSignal): Promise<void> {
    const created = items.filter(({ action }) => action === 'create');
    const names = new Set(created.map(({ name }) => name.trim()));
    if (names.size === 0) return;
    const isWanted = ({ name }: { readonly name: string }) => names.has(name.trim());
    const hasJobs = created.some(({ kind }) => kind === 'job');
    const [{ jobs }] = await Promise.all([
      hasJobs ? this.#access.jobs.all({ isWanted, signal }) : { jobs: [] },
      this.#access.groups.refresh({ signal }),
    ]);
    const groups = this.#access.groups.entries.map(({ group }) => this.#groupObject(group));
    const known = new Set(this.#plan.items.flatMap(({ object }) => (object ? [keyOf(object)] : [])));
    const found = [...jobs.map(jobObject), ...groups];
    this.#newcomers = new Set(found.filter(object => !known.has(keyOf(object))).map(nameKey));
  }

  async write(item: PlanItem, sending: Sending): Promise<void> {
    const { object: before, id } = item;
    if (before === undefined) return this.#create(item, sending);
    if (id === undefined) throw new GroupIdUnknownError(before.name);
    const now = await this.#readAgain(before, id);
    if (item.action === 'delete') return now && this.#remove(item, { id, before, now }, sending);
    if (now === undefined) throw new PlanOutdatedError('deleted');
    return this.#change(item, { id, before, now }, sending);
  }

  async #create(item: PlanItem, sending: Sending): Promise<void> {
    if (this.#newcomers.has(nameKey(item))) throw new PlanOutdatedError('created');
    const draft = this.#resolved(item);
    await sending();
    const stored =
      item.kind === 'job'
        ? jobObject(await this.#access.jobs.create(toJobCreate(draft)))
        : this.#groupObject(await this.#access.groups.create(draft));
    this.storedDifferently.set(item, differingFields(draft, stored, allFields));
  }

  async #change(item: PlanItem, { id, before, now }: Readings, sending: Sending): Promise<void> {
    const draft = this.#resolved(item);
    const planned = item.changes.map(({ field }) => field);
    const open = new Set(differingFields(draft, now, allFields));
    const fields = planned.filter(field => open.has(field));
    const conflicts = fields.filter(field => !sameField(field, before.draft, now.draft));
    if (conflicts.length > 0) throw new PlanOutdatedError('changed', conflicts);
    if (fields.length === 0) return;
    checkDevices(fields, now);
    const patch = onlyFields(draft, fields);
    await sending(onlyFields(now.draft, fields));
    const stored =
      item.kind === 'job'
        ? jobObject(await this.#access.jobs.update(id, patch))
        : this.#groupObject(await this.#access.groups.update(id, patch));
    this.storedDifferently.set(item, differingFields(patch, stored, allFields));
  }

  async #remove(item: PlanItem, { id, before, now }: Readings, sending: Sending): Promise<void> {
    // Fields that the API does not document may change by themselves.
    const described = onlyFields(before.draft, Object.keys(fieldTable(item.kind)));
    const conflicts = differingFields(described, now, allFields);
    if (conflicts.length > 0) throw new PlanOutdatedError('changed', conflicts);
    await sending(now.draft);
    if (item.kind === 'job') await this.#access.jobs.remove(id);
    else await this.#access.groups.remove(id);
    this.storedDifferently.set(item, []);
  }

  /** `undefined` if the object was deleted. */
  async #readAgain(before: ServerObject, id: number): Promise<ServerObject | undefined> {
    if (before.kind === 'job') {
      const job = await ifFound(this.#access.jobs.read(id));
      return job && jobObject(job);
    }
    const group = await ifFound(this.#access.groups.read(id));
    if (group === undefined) return undefined;
    const isOther = group.id === undefined && groupKey(group) !== groupKey(before);
    if (isOther) throw new GroupMismatchError(before, group);
    return groupObject(group, id);
  }

  /** The draft with the IDs of groups that this run has created or renamed. */
  #resolved({ kind, draft = {} }: PlanItem): Draft {
    const { groups } = draft;
    if (kind === 'group' || !Array.isArray(groups)) return draft;
    const items: readonly unknown[] = groups;
    return { ...draft, groups: items.map(item => (typeof item === 'string' ? this.#groupId(item) : item)) };
  }

  #groupId(name: string): number {
    const { entries, identity } = this.#access.groups;
    const [found, ...others] = entries.filter(
      ({ group }) => group.dn.trim() === name.trim() || group.name.trim() === name.trim(),
    );
    const id = found === undefined || others.length > 0 ? undefined : identity.known(found.group);
    if (id === undefined) throw new GroupIdUnknownError(name);
    return id;
  }

  #groupObject(group: Group): ServerObject {
    return groupObject(group, this.#access.groups.identity.known(group));
  }
}

interface Readings {
  readonly id: number;
  readonly before: ServerObject;
  readonly now: ServerObject;
}

/** A list is replaced as a whole, so devices that cannot be named would be lost. */
function checkDevices(fields: readonly string[], { kind, devices }: ServerObject): void {
  const field = deviceFields[kind];
  if (fields.includes(field) && unwritableDevices(devices).length > 0)
    throw new PlanOutdatedError('changed', [field]);
}

/** Includes the name: a renamed object counts as another one. */
function keyOf(object: ServerObject): string {
  return `${nameKey(object)} ${object.kind === 'job' ? object.id : object.dn.trim()}`;
}

function nameKey({ kind, name }: Pick<ServerObject, 'kind' | 'name'>): string {
  return `${kind} ${name.trim()}`;
}
