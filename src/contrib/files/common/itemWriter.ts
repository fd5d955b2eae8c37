import { deviceFields } from '../../../api/fields/objectFields.ts';
import { unwritableDevices } from '../../../api/model/device.ts';
import { findChangedFields, sameField } from '../../../api/model/difference.ts';
import { sameDn } from '../../../api/model/distinguishedName.ts';
import { type Draft, onlyFields } from '../../../api/model/draft.ts';
import { toJobCreate } from '../../../api/model/drafts.ts';
import { type Group, toGroupDraft } from '../../../api/model/group.ts';
import type { Decision, ObjectWrites } from '../../../api/writes/objectWrites.ts';
import { differencesIn, orThrow, unlessRefused } from '../../../api/writes/writeResult.ts';
import { numbersOf } from '../../../base/json.ts';
import type { RunOne } from '../../../store/runs/runItems.ts';
import { Newcomers, SeenTargets } from '../../../store/runs/stillSo.ts';
import { differingFields } from './comparison.ts';
import type { Plan, PlanItem } from './filePlan.ts';
import { FilesError } from './filesError.ts';
import { fieldTable } from './objectFiles.ts';
import { groupObject, jobObject, type ServerAccess, type ServerObject } from './serverState.ts';

type Sent = Parameters<RunOne<PlanItem>>;

/** What a write reports to the record of its run. */
interface Recorder {
  readonly sending: Sent[1];
  readonly left: Sent[2];
}

type KindUse<R> = <T>(writes: ObjectWrites<T>, toObject: (value: T) => ServerObject) => R;

/** Drafts of a plan contain only managed fields. */
const allFields = { excludeFields: [] };

/** Applies the items of a plan to the current state of the server. */
export class ItemWriter {
  /** For each item that was sent, the fields that the server stores differently. */
  readonly storedDifferently = new Map<PlanItem, readonly string[]>();
  readonly #access: ServerAccess;
  readonly #newcomers: Newcomers;
  readonly #targets: SeenTargets;
  /** The IDs of the groups that files name. */
  readonly #groupIds = new Map<string, number>();
  #creating: Promise<unknown> = Promise.resolve();

  constructor(plan: Pick<Plan, 'items'>, access: ServerAccess) {
    this.#access = access;
    this.#newcomers = new Newcomers(access, [plan.items.flatMap(({ object }) => object ?? [])]);
    const seen = groupsIn(plan.items);
    this.#targets = new SeenTargets(access, plan.items.flatMap(targetingIn)).saw(seen.keys(), id =>
      seen.get(id),
    );
  }

  async write(...[item, sending, left]: Sent): Promise<void> {
    const { object, id, action } = item;
    const recorder = { sending, left };
    if (object === undefined) return this.#create(item, recorder);
    if (id === undefined) throw new FilesError({ kind: 'groupIdUnknown', name: object.name });
    return action === 'delete'
      ? this.#delete(item, { id, draft: object.draft }, recorder)
      : this.#change(item, { id, draft: object.draft }, recorder);
  }

  #ofKind<R>({ kind, id }: PlanItem, use: KindUse<R>): R {
    const { jobs, groups } = this.#access.writes;
    return kind === 'job' ? use(jobs, jobObject) : use(groups, group => groupObject(group, id));
  }

  /** Creates run one after the other, so that each can look for objects that were created in the meantime. */
  #create(item: PlanItem, { sending, left }: Recorder): Promise<void> {
    const run = async () => {
      const named = await this.#resolved(item, true);
      const draft = item.kind === 'job' ? toJobCreate(named) : named;
      const options = { onSending: () => sending(), isNameTaken: () => this.#isTaken(item) };
      await this.#ofKind(item, async (writes, toObject) => {
        const created = unlessRefused(await writes.create(draft, options));
        const object = toObject(created.object);
        this.#newcomers.created(object);
        left(object.draft, object.id);
        this.#settle(item, created);
      });
    };
    const result = this.#creating.then(run, run);
    this.#creating = result;
    return result;
  }

  async #isTaken({ kind, name }: PlanItem): Promise<boolean> {
    return (await this.#newcomers.find(kind, { name })).length > 0;
  }

  async #delete(item: PlanItem, seen: { id: number; draft: Draft }, { sending }: Recorder): Promise<void> {
    // Fields that the API does not document may change by themselves.
    if (item.kind === 'group') await this.#targets.checkDeletion(seen.id);
    const described = onlyFields(seen.draft, Object.keys(fieldTable(item.kind)));
    const removed = await this.#ofKind(item, (writes, toObject) =>
      writes.remove(seen, {
        onSending: sending,
        conflicts: now => differingFields(described, toObject(now), allFields),
      }),
    );
    if (orThrow(removed).kind === 'done') this.storedDifferently.set(item, []);
  }

  async #change(
    item: PlanItem,
    seen: { id: number; draft: Draft },
    { sending, left }: Recorder,
  ): Promise<void> {
    const planned = item.changes.map(({ field }) => field);
    const draft = await this.#resolved(item, planned.includes('groups'));
    const decide = (now: ServerObject): Decision => {
      const open = new Set(differingFields(draft, now, allFields));
      const fields = planned.filter(field => open.has(field));
      const conflicts = fields.filter(field => !sameField(field, seen.draft, now.draft));
      if (conflicts.length > 0) return { kind: 'conflict', fields: conflicts };
      const lost = fields.includes(deviceFields[now.kind]) ? unwritableDevices(now.devices) : [];
      if (lost.length > 0) return { kind: 'unnameable', devices: lost };
      return fields.length === 0 ? { kind: 'nothing' } : { kind: 'send', patch: onlyFields(draft, fields) };
    };
    await this.#ofKind(item, async (writes, toObject) => {
      const result = await writes.change(seen, value => decide(toObject(value)), { onSending: sending });
      const changed = unlessRefused(result);
      if (changed.kind === 'nothingToDo') return;
      const [before, after] = [toObject(changed.before).draft, toObject(changed.object).draft];
      left(onlyFields(after, findChangedFields(before, after)));
      this.#settle(item, changed);
    });
  }

  #settle(item: PlanItem, result: Parameters<typeof differencesIn>[0]): void {
    const fields = differencesIn(result).map(({ field }) => field);
    this.storedDifferently.set(item, fields);
  }

  /** The draft with the IDs that the group names in the file have now: an ID in a plan may belong to another group. */
  async #resolved({ kind, file, draft = {} }: PlanItem, sendsGroups: boolean): Promise<Draft> {
    const names: unknown = file?.draft['groups'];
    if (kind === 'group' || !sendsGroups || !Array.isArray(names)) return draft;
    const items: readonly unknown[] = names;
    const ids = [...new Set(items.map(item => (typeof item === 'string' ? this.#groupId(item) : item)))];
    await this.#targets.checkGroups(numbersOf(ids));
    return { ...draft, groups: ids };
  }

  #groupId(name: string): number {
    const earlier = this.#groupIds.get(name);
    if (earlier !== undefined) return earlier;
    const { entries, identity } = this.#access.groups;
    const isNamed = ({ dn, name: own }: Group) => sameDn(dn, name) || sameDn(own, name);
    const [found, ...others] = entries.filter(({ group }) => isNamed(group));
    const id = found === undefined || others.length > 0 ? undefined : identity.known(found.group);
    if (id === undefined) throw new FilesError({ kind: 'groupIdUnknown', name });
    this.#groupIds.set(name, id);
    this.#targets.saw([id], () => found && toGroupDraft(found.group));
    return id;
  }
}

function targetingIn({ id, targetedBy }: PlanItem): (readonly [number, readonly number[]])[] {
  return id === undefined || targetedBy === undefined ? [] : [[id, targetedBy]];
}

/** The groups as the plan saw them, or as it renames them. */
function groupsIn(items: readonly PlanItem[]): ReadonlyMap<number, Draft> {
  return new Map(
    items.flatMap(({ kind, id, object, draft, action }) => {
      if (kind !== 'group' || id === undefined || object === undefined) return [];
      const renamed =
        action === 'change' || action === 'rename' ? onlyFields(draft ?? {}, ['name', 'dn']) : {};
      return [[id, { ...object.draft, ...renamed }] as const];
    }),
  );
}
