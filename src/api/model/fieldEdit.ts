import { listFields } from '../fields/objectFields.ts';
import { sameField } from './difference.ts';
import type { Draft } from './draft.ts';
import { areLists, mergeLists } from './listMerge.ts';

/** Fields of an object before and after a change, in the write shape. */
export interface FieldEdit {
  readonly before: Draft;
  readonly after: Draft;
}

export type RebasedEdit =
  | { readonly kind: 'send'; readonly patch: Draft }
  /** The server already has all of it. */
  | { readonly kind: 'unchanged' }
  /** Someone else has changed these fields in the meantime. */
  | { readonly kind: 'conflict'; readonly fields: readonly string[] };

const lists: ReadonlySet<string> = new Set(listFields);

/**
 * The PATCH that applies an edit to the server's current object. In lists, it only adds and removes the members that
 * the edit did, so that changes of others survive; any other field must still have its value from before the edit.
 */
export function rebaseEdit({ before, after }: FieldEdit, now: Draft): RebasedEdit {
  const patch: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [field, value] of Object.entries(after)) {
    if (sameField(field, after, now)) continue;
    const versions = { base: before[field], mine: value, theirs: now[field] };
    if (lists.has(field) && areLists(versions)) {
      const merged = mergeLists(versions);
      if (!sameField(field, { [field]: merged }, now)) patch[field] = merged;
    } else if (sameField(field, before, now)) {
      patch[field] = value;
    } else {
      conflicts.push(field);
    }
  }
  if (conflicts.length > 0) return { kind: 'conflict', fields: conflicts };
  return Object.keys(patch).length === 0 ? { kind: 'unchanged' } : { kind: 'send', patch };
}

/** What others changed in the lists of an edit in the meantime, without the edit itself; no fields if nothing. */
export function othersEdit({ before, after }: FieldEdit, now: Draft): FieldEdit {
  const listsBefore: Record<string, unknown> = {};
  const listsAfter: Record<string, unknown> = {};
  for (const field of Object.keys(after)) {
    const versions = { base: before[field], mine: after[field], theirs: now[field] };
    if (!lists.has(field) || !areLists(versions)) continue;
    const { base, mine, theirs } = versions;
    const [wasThere, isMine, isTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
    const added = theirs.filter(item => !wasThere.has(item) && !isMine.has(item));
    const kept = base.filter(item => isTheirs.has(item) || !isMine.has(item));
    if (added.length === 0 && kept.length === base.length) continue;
    listsBefore[field] = base;
    listsAfter[field] = [...kept, ...added];
  }
  return { before: listsBefore, after: listsAfter };
}
