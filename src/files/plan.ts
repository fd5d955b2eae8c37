import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import type { DraftParts } from './fileDrafts.ts';
import type { FileProblem, ObjectFile } from './objectFile.ts';
import type { ServerObject } from './serverObjects.ts';
import type { ServerState } from './serverState.ts';

/**
 * The planned action for one file, or for one object without a file. `delete` only where the manifest prunes;
 * else such an object is `onlyOnServer` and stays.
 */
export type PlanAction = 'create' | 'change' | 'rename' | 'equal' | 'cannot' | 'onlyOnServer' | 'delete';

/** A field that a file and the server have with different values, both as files have them. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface PlanItem {
  readonly action: PlanAction;
  readonly kind: ObjectKind;
  /** The name in the file, else on the server. */
  readonly name: string;
  /** The name on the server, where the file has another one. */
  readonly previousName?: string;
  /** The ID on the server, as far as it exists and is known. */
  readonly id?: number;
  /** `undefined` for an object without a file. */
  readonly file?: ObjectFile;
  /** The object on the server; `undefined` if it would be created. */
  readonly object?: ServerObject;
  /** In the order of the file; also for `cannot`, where an object was found. */
  readonly changes: readonly FieldChange[];
  /** Why it cannot be applied, and warnings; each at its place in the file. */
  readonly problems: readonly FileProblem[];
  /** The file in the write shape of the server, as far as its names are resolved. */
  readonly draft?: Draft;
}

export interface Plan {
  readonly server: ServerState['server'];
  /** Whether the manifest is about this server, and not another one that the files are planned against. */
  readonly isOwnServer: boolean;
  /** Groups first, each kind in the order of its files, then what has no file by name. */
  readonly items: readonly PlanItem[];
  /** Problems of the set as a whole. */
  readonly problems: readonly FileProblem[];
  /** Whether all of the set could be read; else nothing of the plan may be applied. */
  readonly isWhole: boolean;
  /** Whether some job targets a group whose ID is not known yet. */
  readonly needsGroupIds: boolean;
  /** How objects of the server are written as files. */
  readonly draftParts: Readonly<Record<ObjectKind, DraftParts>>;
}

const pendingActions: ReadonlySet<PlanAction> = new Set(['create', 'change', 'rename', 'delete']);

/** Whether applying the item would send something. */
export function isPending({ action }: Pick<PlanItem, 'action'>): boolean {
  return pendingActions.has(action);
}

export function countActions(items: readonly PlanItem[]): Readonly<Record<PlanAction, number>> {
  const counts = { create: 0, change: 0, rename: 0, delete: 0, cannot: 0, onlyOnServer: 0, equal: 0 };
  for (const { action } of items) counts[action] += 1;
  return counts;
}
