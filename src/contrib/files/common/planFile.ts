import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { nameKey } from '../../../api/model/difference.ts';
import { dnKey } from '../../../api/model/distinguishedName.ts';
import { type Draft, DraftSchema, onlyFields } from '../../../api/model/draft.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { isRecord, jsonOrUndefined } from '../../../base/json.ts';
import { secretFields } from './fileDrafts.ts';
import { countActions, isPending, managedCount, type Plan, type PlanItem } from './filePlan.ts';
import { FilesError } from './filesError.ts';
import { isNestedTooDeeply } from './fileText.ts';
import { fieldTable } from './objectFiles.ts';
import { identityOf, type ServerObject } from './serverState.ts';

const version = 1;

const plannedActions = ['create', 'change', 'rename', 'delete'] as const;

const ItemSchema = z.strictObject({
  action: z.enum(plannedActions),
  kind: z.enum(['job', 'group']),
  name: z.string(),
  previousName: z.optional(z.string()),
  id: z.optional(z.int()),
  /** The path in the file set. */
  file: z.optional(z.string()),
  /** For people: values as in files. */
  changes: z.array(
    z.strictObject({ field: z.string(), before: z.optional(z.unknown()), after: z.optional(z.unknown()) }),
  ),
  /** The documented fields of the object as the plan saw them; absent for what is created. */
  seen: z.optional(DraftSchema),
  /** The fields that are sent, in the write shape; groups that do not exist yet by name. */
  sends: DraftSchema,
  /** Other objects of the name of a created one, see `markOf`. */
  namesakes: z.optional(z.array(z.string())),
  /** The jobs that target a group to be deleted. */
  targetedBy: z.optional(z.array(z.int())),
});

const PlanSchema = z.strictObject({
  /** The address itself is not in the file. */
  server: z.strictObject({ name: z.string(), fingerprint: z.string() }),
  isOwnServer: z.boolean(),
  /** The folder of the files, relative to that of the plan; absent if the plan is not of files. */
  folder: z.optional(z.string()),
  counts: z.strictObject({
    create: z.int(),
    change: z.int(),
    rename: z.int(),
    delete: z.int(),
    blocked: z.int(),
    onlyOnServer: z.int(),
    unchanged: z.int(),
  }),
  /** The number of objects that the files manage, to which the number of deletions is compared. */
  managed: z.int(),
  items: z.array(ItemSchema),
});

const FileSchema = z.object({ version: z.literal(version), digest: z.string(), plan: z.unknown() });

export type StoredPlan = z.infer<typeof PlanSchema> & { readonly digest: string };
export type StoredItem = z.infer<typeof ItemSchema>;

/**
 * The plan as a file: what was seen, what will be sent, and a digest. The same files and objects result in the same
 * text, so that equal digests mean equal plans. Throws `FilesError` if that would contain a secret.
 */
export function planFileText(
  plan: Pick<Plan, 'server' | 'isOwnServer' | 'items'>,
  folder: string | undefined,
): string {
  const { server, isOwnServer, items } = plan;
  const { host } = new URL(server.url);
  const namesakesOf = namesakesIn(items.flatMap(({ object }) => object ?? []));
  const stored: z.infer<typeof PlanSchema> = {
    server: { name: server.name, fingerprint: fingerprintOf(server.url) },
    isOwnServer,
    folder,
    counts: { ...countActions(items) },
    managed: managedCount(items),
    items: items.filter(isPending).map(item => storedItem(item, namesakesOf, host)),
  };
  return `${JSON.stringify({ version, digest: digestOf(stored), plan: stored }, undefined, 2)}\n`;
}

function storedItem(item: PlanItem, namesakesOf: ReturnType<typeof namesakesIn>, host: string): StoredItem {
  const { action, kind, name, previousName, id, file, object, draft = {} } = item;
  if (action === 'unchanged' || action === 'blocked' || action === 'onlyOnServer')
    throw new TypeError(`${action} is not stored`);
  const changed = item.changes.map(({ field }) => field);
  const sends = onlyFields(draft, changed);
  const secrets = secretFields(onlyFields(sends, undocumented(item, changed)), host);
  if (secrets.length > 0) throw new FilesError({ kind: 'secret', name, fields: secrets });
  const namesakes = action === 'create' ? namesakesOf({ ...item, sends }).map(markOf) : [];
  return {
    action,
    kind,
    name,
    previousName,
    id,
    file: file?.path,
    changes: item.changes.map(change => ({ ...change })),
    seen: object && onlyFields(object.draft, Object.keys(fieldTable(kind))),
    sends,
    namesakes: namesakes.length === 0 ? undefined : namesakes,
    targetedBy: item.targetedBy && [...item.targetedBy],
  };
}

function undocumented({ kind }: Pick<PlanItem, 'kind'>, fields: readonly string[]): readonly string[] {
  return fields.filter(field => !Object.hasOwn(fieldTable(kind), field));
}

/**
 * Parses a file; throws `FilesError` unless it is what was written. Anybody can compute a digest: it proves nothing about
 * who wrote the plan, so what an item says must also follow from what was seen and what will be sent.
 */
export function readPlanFile(text: string): StoredPlan {
  const value = isNestedTooDeeply(text) ? undefined : jsonOrUndefined(text);
  if (isRecord(value) && Number(value['version']) > version) throw new FilesError({ kind: 'newer' });
  const file = FileSchema.safeParse(value).data;
  if (file === undefined) throw new FilesError({ kind: 'notAPlan' });
  const plan = PlanSchema.safeParse(file.plan).data;
  if (plan === undefined || digestOf(file.plan) !== file.digest || !isConsistent(plan))
    throw new FilesError({ kind: 'edited' });
  return { ...plan, digest: file.digest };
}

function isConsistent({ items, counts }: z.infer<typeof PlanSchema>): boolean {
  const actual = countActions(items);
  const isCounted = plannedActions.every(action => actual[action] === counts[action]);
  const objects = new Set(items.map(keyOf));
  return isCounted && objects.size === items.length && items.every(isConsistentItem);
}

/** Each object is in a plan once. */
function keyOf({ kind, id, name, sends, seen }: StoredItem): string {
  if (id !== undefined) return `${kind} ${id}`;
  const { dn = '' } = seen ?? sends;
  return `${kind} ${identityOf({ kind, name: nameKey(name), dn: String(dn) })}`;
}

function isConsistentItem({
  action,
  kind,
  name,
  previousName,
  id,
  seen,
  sends,
  changes,
}: StoredItem): boolean {
  const fields = Object.keys(sends);
  const planned = new Set(changes.map(({ field }) => field));
  const isOfFields = changes.length === fields.length && fields.every(field => planned.has(field));
  const [before, after] = [nameIn(seen), nameIn(sends) ?? nameIn(seen)];
  const isRenamed = before !== undefined && before !== after;
  const own =
    seen === undefined ? 'create' : fields.length === 0 ? 'delete' : isRenamed ? 'rename' : 'change';
  const isIdentified = own === 'create' ? id === undefined : id !== undefined || kind === 'group';
  const isNamed = nameKey(name) === after && (previousName === undefined || nameKey(previousName) === before);
  return isOfFields && own === action && isIdentified && isNamed;
}

function nameIn(draft: Draft | undefined): string | undefined {
  const name = draft?.['name'];
  return typeof name === 'string' ? nameKey(name) : undefined;
}

/** Only values and their order count, and not where the files are: a reviewed branch is often checked out elsewhere. */
function digestOf(plan: unknown): string {
  const counted = isRecord(plan) ? { ...plan, folder: undefined } : plan;
  return createHash('sha256').update(JSON.stringify(counted)).digest('hex');
}

/** Finds the objects that are called as an item is. */
export function namesakesIn(
  objects: readonly ServerObject[],
): (item: Pick<StoredItem, 'kind' | 'name' | 'sends'>) => readonly ServerObject[] {
  const named = new Map<string, ServerObject[]>();
  for (const object of objects) for (const key of keysOf(object)) getOrAdd(named, key, () => []).push(object);
  return ({ kind, name, sends: { dn = '' } }) => [
    ...new Set(keysOf({ kind, name, dn: String(dn) }).flatMap(key => named.get(key) ?? [])),
  ];
}

function keysOf({ kind, name, dn }: Pick<ServerObject, 'kind' | 'name' | 'dn'>): readonly string[] {
  const texts = [nameKey(name) && `${kind} name ${nameKey(name)}`, dn.trim() && `${kind} dn ${dnKey(dn)}`];
  return texts.filter(text => text !== '');
}

/** Tells objects of one name apart. */
export function markOf(object: ServerObject): string {
  return object.kind === 'job' ? String(object.id) : identityOf(object);
}
