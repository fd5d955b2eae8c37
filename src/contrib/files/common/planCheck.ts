import type { Draft } from '../../../api/model/draft.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { WriteError } from '../../../api/writes/writeResult.ts';
import { beyondCounts, countBy } from '../../../base/collections.ts';
import { listOf, numbersOf, stringOf, stringsOf } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { Steps } from '../../../base/steps.ts';
import type { ApplyResult } from './applyPlan.ts';
import { differingFields } from './comparison.ts';
import type { ActionCounts, Plan, PlanItem } from './filePlan.ts';
import { NameIndex } from './fileResolution.ts';
import { applyErrorText, deletedMeanwhileText } from './filesError.ts';
import { fieldTable } from './objectFiles.ts';
import { markOf, namesakesIn, type StoredItem, type StoredPlan } from './planFile.ts';
import { identityOf, objectsOf, type ServerObject, type ServerState } from './serverState.ts';

/** A stored plan for the objects as they are now. */
export interface CheckedPlan extends Pick<Plan, 'server' | 'isOwnServer' | 'isComplete' | 'problems'> {
  /** The items of the plan. */
  readonly planned: readonly PlanItem[];
  /** The same, and everything else on the server. */
  readonly items: readonly PlanItem[];
  readonly counts: ActionCounts;
  readonly managed: number;
  /** What of the plan may be sent. */
  readonly ready: readonly PlanItem[];
  /** What may not be sent: the server already has it, or it has changed since, and then none of the plan may be. */
  readonly settled: readonly ApplyResult[];
}

/** Whether the plan was made for this server. */
export function isPlanFor({ server }: StoredPlan, { url }: { readonly url: string }): boolean {
  return server.fingerprint === fingerprintOf(url);
}

/** Compares each object of the plan with what the plan saw. */
export function* checkStoredPlan(
  plan: StoredPlan,
  state: ServerState,
  localizer: Localizer,
): Steps<CheckedPlan> {
  const groups = yield* objectsOf(state, 'group');
  const jobs = yield* objectsOf(state, 'job');
  const all = [...groups, ...jobs];
  const deleted = new Set(plan.items.flatMap(({ targetedBy, id = [] }) => (targetedBy ? id : [])));
  const targeting = jobs.filter(({ draft }) => numbersOf(draft['groups']).some(id => deleted.has(id)));
  const find = finderIn(all);
  const namesakesOf = namesakesIn(all);
  const groupNames = new NameIndex(groups.map(({ id, dn, name }) => ({ id, texts: [dn, name] })));
  yield;
  const planned: PlanItem[] = [];
  const ready: PlanItem[] = [];
  const settled: ApplyResult[] = [];
  for (const stored of plan.items) {
    const now = stored.action === 'create' ? undefined : find(stored);
    const item = itemOf(stored, now, groupNames);
    planned.push(item);
    const target = resolveGroups(stored, groupNames);
    const verdict =
      stored.action === 'create'
        ? creationVerdict(stored, target, namesakesOf(stored))
        : ((now && deletionVerdict(stored, targeting)) ?? objectVerdict(stored, target, now));
    if (verdict === 'ready') ready.push(item);
    else if (verdict === 'done') settled.push({ item, outcome: 'unchanged' });
    else {
      const text =
        verdict === 'deleted' ? deletedMeanwhileText(localizer) : applyErrorText(verdict, localizer);
      settled.push({ item, outcome: 'conflict', text });
    }
    yield;
  }
  const used = new Set(planned.map(({ object }) => object));
  const rest = all.filter(object => !used.has(object));
  return {
    server: state.server,
    isOwnServer: plan.isOwnServer,
    isComplete: true,
    problems: [],
    counts: plan.counts,
    // A number in the file that is too high would make many deletions seem few.
    managed: Math.min(plan.managed, all.length),
    planned,
    items: [...planned, ...rest.map(onlyOnServer)],
    ready,
    settled,
  };
}

/** Finds the object of an item: by ID, or, for a group whose ID the list lacks, by `dn` or name. */
function finderIn(objects: readonly ServerObject[]): (item: StoredItem) => ServerObject | undefined {
  const byId = new Map(objects.map(object => [`${object.kind} ${object.id}`, object]));
  const withoutId = objects.filter(({ kind, id }) => kind === 'group' && id === undefined);
  const byIdentity = new Map(withoutId.map(group => [identityOf(group), group]));
  return ({ kind, id, seen = {} }) => {
    const found = id === undefined ? undefined : byId.get(`${kind} ${id}`);
    if (found !== undefined || kind === 'job') return found;
    const { name = '', dn = '' } = seen;
    const group = byIdentity.get(identityOf({ kind, name: String(name), dn: String(dn) }));
    return group === undefined ? undefined : { ...group, id };
  };
}

/** What is sent, and whether the names of its groups still mean what they did. */
interface Target {
  readonly sends: Draft;
  readonly isSameGroups: boolean;
}

/** A group of this name may have been created by the plan itself, or deleted and created again by others. */
function resolveGroups({ kind, changes, sends }: StoredItem, groups: NameIndex): Target {
  const sent: readonly unknown[] = listOf(sends['groups']);
  if (kind === 'group' || sent.length === 0) return { sends, isSameGroups: true };
  const stored = listOf(changes.find(({ field }) => field === 'groups')?.after);
  const names = stringsOf(stored);
  const withId = (item: unknown) => {
    const found = typeof item === 'string' ? groups.find(item) : item;
    return typeof found === 'number' ? found : item;
  };
  const isSame = (name: string) => {
    const found = groups.find(name);
    if (found === 'unknown') return sent.includes(name);
    return found === 'idNotKnown' || (found !== 'ambiguous' && (sent.includes(found) || sent.includes(name)));
  };
  const ids = sent.map(withId);
  // Each ID that is sent is that of a group that was shown.
  const shown = new Set([...stored, ...names.map(withId)]);
  const isSameGroups = names.every(isSame) && sent.every(item => shown.has(item));
  return { sends: { ...sends, groups: ids }, isSameGroups };
}

type Verdict = 'ready' | 'done' | 'deleted' | WriteError;

function creationVerdict(
  { name, namesakes = [] }: StoredItem,
  { sends, isSameGroups }: Target,
  named: readonly ServerObject[],
): Verdict {
  const [created, ...others] = beyondCounts(named, markOf, countBy(namesakes, String));
  if (created === undefined) return isSameGroups ? 'ready' : conflict(['groups']);
  const isEqual = others.length === 0 && differingFields(sends, created, allFields).length === 0;
  return isEqual ? 'done' : new WriteError({ kind: 'created', name });
}

/** A group that a job got as target since is not deleted. */
function deletionVerdict(
  { id, targetedBy }: StoredItem,
  targeting: readonly ServerObject[],
): WriteError | undefined {
  if (id === undefined || targetedBy === undefined) return undefined;
  const job = targeting.find(
    ({ id: jobId = -1, draft }) => numbersOf(draft['groups']).includes(id) && !targetedBy.includes(jobId),
  );
  return job && new WriteError({ kind: 'targeted', name: job.name });
}

function objectVerdict(
  { action, changes, seen = {} }: StoredItem,
  { sends, isSameGroups }: Target,
  now: ServerObject | undefined,
): Verdict {
  if (now === undefined) return action === 'delete' ? 'done' : 'deleted';
  const planned = new Set(changes.map(({ field }) => field));
  const open = new Set(differingFields(sends, now, allFields));
  const isDone = (field: string) => planned.has(field) && !open.has(field);
  const unseen = Object.keys(fieldTable(now.kind)).filter(
    field => Object.hasOwn(now.draft, field) && !Object.hasOwn(seen, field),
  );
  // A field that already has the planned value was changed by an apply that was interrupted, or by others.
  const changed = [...unseen, ...differingFields(seen, now, allFields)].filter(field => !isDone(field));
  if (changed.length > 0) return conflict(changed);
  if (action !== 'delete' && open.size === 0) return 'done';
  return isSameGroups ? 'ready' : conflict(['groups']);
}

/** Stored plans contain only managed fields. */
const allFields = { excludeFields: [] };

function conflict(fields: readonly string[]): WriteError {
  return new WriteError({ kind: 'conflict', fields });
}

/** What is shown of an item, from what it sends and what was seen, whatever else is in the file. */
function itemOf(
  { action, kind, id, file: path, seen, sends, targetedBy }: StoredItem,
  object: ServerObject | undefined,
  groupNames: NameIndex,
): PlanItem {
  const nameOf = (group: unknown) =>
    (typeof group === 'number' ? groupNames.textOf(group) : undefined) ?? group;
  const shownValue = (field: string, value: unknown) =>
    kind === 'job' && field === 'groups' ? listOf(value).map(nameOf) : value;
  const changes = Object.keys(sends).map(field => ({
    field,
    before: seen === undefined ? undefined : shownValue(field, seen[field]),
    after: shownValue(field, sends[field]),
  }));
  const before = stringOf(seen?.['name']);
  const name = stringOf(sends['name'] ?? before);
  const previousName = action === 'rename' ? before : undefined;
  const draft = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  const read = { kind, name, key: undefined, previousName, draft, text: '' };
  const file = path === undefined ? undefined : { path, ...read };
  const shown = { action, kind, name, previousName, id, file, object, changes, problems: [] };
  return { ...shown, draft: sends, targetedBy };
}

function onlyOnServer(object: ServerObject): PlanItem {
  const { kind, name } = object;
  return { action: 'onlyOnServer', kind, name, object, changes: [], problems: [] };
}
