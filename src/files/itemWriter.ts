import { deviceFields } from '../fields/objectFields.ts';
import { unwritableDevices } from '../model/device.ts';
import { sameField } from '../model/difference.ts';
import { type Draft, onlyFields } from '../model/draft.ts';
import { toJobCreate } from '../model/drafts.ts';
import type { Group } from '../model/group.ts';
import type { Decision, ObjectWrites, Seen } from '../writes/objectWrites.ts';
import {
  differencesIn,
  orThrow,
  type StoredDifference,
  unlessRefused,
  WriteError,
} from '../writes/writeResult.ts';
import { GroupIdUnknownError } from './applyErrors.ts';
import { differingFields } from './comparison.ts';
import type { Plan, PlanItem } from './filePlan.ts';
import { fieldTable } from './fileShapes.ts';
import { Newcomers } from './newcomers.ts';
import { groupObject, jobObject, type ServerObject } from './serverObjects.ts';
import type { ServerAccess } from './serverState.ts';

type Sending = (before?: Draft) => Promise<void>;

/** Drafts of a plan contain only managed fields. */
const allFields = { excludeFields: [] };

/** Applies the items of a plan to the current state of the server. */
export class ItemWriter {
  /** For each item that was sent, the fields that the server stores differently. */
  readonly storedDifferently = new Map<PlanItem, readonly string[]>();
  readonly #access: ServerAccess;
  readonly #newcomers: Newcomers;
  #creating: Promise<unknown> = Promise.resolve();

  constructor(plan: Plan, access: ServerAccess) {
    this.#access = access;
    this.#newcomers = new Newcomers(access, plan.items);
  }

  async write(item: PlanItem, onSending: Sending): Promise<void> {
    const { object, id, action, kind } = item;
    if (object === undefined) return this.#create(item, onSending);
    if (id === undefined) throw new GroupIdUnknownError(object.name);
    const seen = { id, draft: object.draft };
    const { writes } = this.#access;
    if (action !== 'delete') {
      return kind === 'job'
        ? this.#change(item, seen, { writes: writes.jobs, toObject: jobObject }, onSending)
        : this.#change(
            item,
            seen,
            { writes: writes.groups, toObject: group => groupObject(group, id) },
            onSending,
          );
    }
    const { storedDifferently } = this;
    // Fields that the API does not document may change by themselves.
    const described = onlyFields(object.draft, Object.keys(fieldTable(kind)));
    const conflicts = (now: ServerObject) => differingFields(described, now, allFields);
    const removed =
      kind === 'job'
        ? await writes.jobs.remove(seen, { onSending, conflicts: now => conflicts(jobObject(now)) })
        : await writes.groups.remove(seen, { onSending, conflicts: now => conflicts(groupObject(now, id)) });
    if (orThrow(removed).kind === 'done') storedDifferently.set(item, []);
  }

  /** Creates run one after the other, so that each can look for objects that were created in the meantime. */
  #create(item: PlanItem, onSending: Sending): Promise<void> {
    const run = async () => {
      const draft = await this.#resolved(item, true);
      const options = { onSending: () => onSending(), isNameTaken: () => this.#newcomers.includes(item) };
      const { writes } = this.#access;
      if (item.kind === 'group') {
        const created = unlessRefused(await writes.groups.create(draft, options));
        this.#newcomers.createdGroup(created.object);
        return this.#settle(item, differencesIn(created));
      }
      const created = unlessRefused(await writes.jobs.create(toJobCreate(draft), options));
      this.#newcomers.createdJob(created.object);
      this.#settle(item, differencesIn(created));
    };
    const result = this.#creating.then(run, run);
    this.#creating = result;
    return result;
  }

  async #change<T>(
    item: PlanItem,
    seen: Seen,
    { writes, toObject }: KindWrites<T>,
    onSending: Sending,
  ): Promise<void> {
    const planned = item.changes.map(({ field }) => field);
    const draft = await this.#resolved(item, planned.includes('groups'));
    const decide = (value: T): Decision => {
      const now = toObject(value);
      const open = new Set(differingFields(draft, now, allFields));
      const fields = planned.filter(field => open.has(field));
      const conflicts = fields.filter(field => !sameField(field, seen.draft, now.draft));
      if (conflicts.length > 0) return { kind: 'conflict', fields: conflicts };
      const lost = fields.includes(deviceFields[now.kind]) ? unwritableDevices(now.devices) : [];
      if (lost.length > 0) return { kind: 'unnameable', devices: lost };
      return fields.length === 0 ? { kind: 'nothing' } : { kind: 'send', patch: onlyFields(draft, fields) };
    };
    const result = unlessRefused(await writes.change(seen, decide, { onSending }));
    if (result.kind !== 'nothingToDo') this.#settle(item, differencesIn(result));
  }

  #settle(item: PlanItem, differences: readonly StoredDifference[]): void {
    const fields = differences.map(({ field }) => field);
    this.storedDifferently.set(item, fields);
  }

  /** The draft with the IDs that the group names in the file have now: an ID in a plan may belong to another group. */
  async #resolved({ kind, file, draft = {} }: PlanItem, sendsGroups: boolean): Promise<Draft> {
    const names: unknown = file?.draft['groups'];
    if (kind === 'group' || !sendsGroups || !Array.isArray(names)) return draft;
    const items: readonly unknown[] = names;
    const ids = await Promise.all(items.map(item => (typeof item === 'string' ? this.#groupId(item) : item)));
    return { ...draft, groups: [...new Set(ids)] };
  }

  async #groupId(name: string): Promise<number> {
    const { entries, identity } = this.#access.groups;
    const isNamed = ({ dn, name: own }: Group) => dn.trim() === name.trim() || own.trim() === name.trim();
    const [found, ...others] = entries.filter(({ group }) => isNamed(group));
    const id = found === undefined || others.length > 0 ? undefined : identity.known(found.group);
    if (id === undefined) throw new GroupIdUnknownError(name);
    const now = await this.#access.groups.read(id, { isExpected: isNamed });
    if (!isNamed(now)) throw new WriteError({ kind: 'anotherObject', name, found: now.name });
    return id;
  }
}

interface KindWrites<T> {
  readonly writes: ObjectWrites<T>;
  readonly toObject: (value: T) => ServerObject;
}
