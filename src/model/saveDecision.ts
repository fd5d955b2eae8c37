import { jsonEqual } from '../util/json.ts';
import { conflictingFields, patchOf } from './difference.ts';

type Draft = Readonly<Record<string, unknown>>;

export interface SaveQuestion {
  /** What the edit was made from. */
  readonly base: Draft;
  readonly edited: Draft;
  /** What the server holds, read just now. */
  readonly server: Draft;
  /** The version that the person decided to overwrite, or whichever it is; `undefined` for none. */
  readonly chosenOver: Draft | 'any' | undefined;
}

export type SaveDecision =
  | { readonly kind: 'conflict'; readonly fields: readonly string[] }
  /** Only what the person changed and the server does not have yet; may be nothing. */
  | { readonly kind: 'send'; readonly patch: Draft };

/** Whether an edit may be sent, and what of it (decisions 14 and 15): nobody's change is overwritten unseen. */
export function decideSave({ base, edited, server, chosenOver }: SaveQuestion): SaveDecision {
  const fields = conflictingFields(base, edited, server);
  const isChosen = chosenOver === 'any' || (chosenOver !== undefined && jsonEqual(chosenOver, server));
  if (fields.length > 0 && !isChosen) return { kind: 'conflict', fields };
  const own = patchOf(base, edited);
  const patch = patchOf(server, edited);
  return {
    kind: 'send',
    patch: Object.fromEntries(Object.entries(patch).filter(([field]) => Object.hasOwn(own, field))),
  };
}

/**
 * What the text of an edit is made from once `patch` of it was sent and the server holds `stored`. Fields that
 * others changed meanwhile are still as they were in the text: they do not become its author's changes.
 */
export function baseAfterSave({
  edited,
  patch,
  stored,
}: Record<'edited' | 'patch' | 'stored', Draft>): Draft {
  const untouched = Object.entries(edited).filter(([field]) => !Object.hasOwn(patch, field));
  const base = { ...stored, ...Object.fromEntries(untouched) };
  return jsonEqual(base, stored) ? stored : base;
}
