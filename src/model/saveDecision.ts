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
