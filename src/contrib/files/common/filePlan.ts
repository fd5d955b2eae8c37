import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { fileText, toFileDraft } from './fileDrafts.ts';
import type { ServerKind } from './fileResolution.ts';
import { type FileProblem, withField } from './fileText.ts';
import type { ObjectFile } from './objectFiles.ts';
import type { ServerObject, ServerState } from './serverState.ts';

/**
 * The planned action for one file, or for one object without a file. Such an object is only deleted if the manifest
 * prunes; otherwise it is `onlyOnServer` and stays.
 */
export type PlanAction = 'create' | 'change' | 'rename' | 'unchanged' | 'blocked' | 'onlyOnServer' | 'delete';

/** A field whose value differs between file and server, with both values as in files. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface PlanItem {
  readonly action: PlanAction;
  readonly kind: ObjectKind;
  /** The name in the file, or on the server if there is no file. */
  readonly name: string;
  /** The name on the server if the file has another one. */
  readonly previousName?: string | undefined;
  /** The ID on the server, if the object exists and its ID is known. */
  readonly id?: number | undefined;
  /** `undefined` for an object without a file. */
  readonly file?: ObjectFile | undefined;
  /** The object on the server; `undefined` if it is to be created. */
  readonly object?: ServerObject | undefined;
  /** In file order; also set for `blocked` if an object was found. */
  readonly changes: readonly FieldChange[];
  /** What comes of it, or why nothing does, if its fields alone do not say it. */
  readonly note?: string;
  /** Warnings, and why the item cannot be applied, with positions in the file. */
  readonly problems: readonly FileProblem[];
  /** The file in the write shape, as far as its names could be resolved. */
  readonly draft?: Draft;
  /** The IDs of the jobs that target a group to be deleted, as the plan saw them. */
  readonly targetedBy?: readonly number[] | undefined;
}

export interface Plan {
  readonly server: ServerState['server'];
  /** Whether this is the manifest's own server, and not another one that the files are planned against. */
  readonly isOwnServer: boolean;
  /** Groups first; each kind in file order, followed by the objects without a file by name. */
  readonly items: readonly PlanItem[];
  /** Problems of the set as a whole. */
  readonly problems: readonly FileProblem[];
  /** Whether the whole set could be read; otherwise no part of the plan may be applied. */
  readonly isComplete: boolean;
  /** Whether any job targets a group whose ID is unknown so far. */
  readonly needsGroupIds: boolean;
  /** What determines how objects of the server are written as files. */
  readonly kinds: Readonly<Record<ObjectKind, ServerKind>>;
}

const pendingActions: ReadonlySet<PlanAction> = new Set(['create', 'change', 'rename', 'delete']);

/** Whether applying the item would send a request. */
export function isPending({ action }: Pick<PlanItem, 'action'>): boolean {
  return pendingActions.has(action);
}

/** Deleting fewer objects, or a smaller share of the managed ones, needs no confirmation of their number. */
const fewDeletes = 10;
const smallShare = 0.1;

/** The number of objects on the server that the files manage. */
export function managedCount(items: readonly PlanItem[]): number {
  return items.filter(({ object }) => object !== undefined).length;
}

/** The number of objects that the items delete, and whether these are so many that the number must be confirmed. */
export function countDeletes(
  managed: number,
  items: readonly PlanItem[],
): { readonly count: number; readonly managed: number; readonly isMany: boolean } {
  const count = items.filter(({ action }) => action === 'delete').length;
  return { count, managed, isMany: count > fewDeletes && count > managed * smallShare };
}

export type ActionCounts = Readonly<Record<PlanAction, number>>;

export function countActions(items: readonly Pick<PlanItem, 'action'>[]): ActionCounts {
  const counts = { create: 0, change: 0, rename: 0, delete: 0, blocked: 0, onlyOnServer: 0, unchanged: 0 };
  for (const { action } of items) counts[action] += 1;
  return counts;
}

/**
 * The text of an item's file with the values from the server, so that a diff shows only the differences. Empty for an
 * object that is to be created.
 */
export function serverText({ file, object, changes, kind }: PlanItem, { kinds }: Plan): string {
  if (object === undefined) return '';
  if (file === undefined) return fileText(toFileDraft(object, kinds[kind]), {});
  return changes.reduce((text, { field, before }) => withField(text, field, before), file.text);
}

/** The item that deletes an object: `targetedBy` for a group. */
export function deletionItem(object: ServerObject, targetedBy?: readonly number[]): PlanItem {
  return { ...itemOf(object), action: 'delete', changes: [], problems: [], targetedBy };
}

/** What an item says of an object on the server. */
export function itemOf(object: ServerObject): Pick<PlanItem, 'kind' | 'name' | 'id' | 'object'> {
  const { kind, name, id } = object;
  return { kind, name, object, id };
}
