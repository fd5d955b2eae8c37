import { changedFields, patchOf, sameField } from './difference.ts';
import type { Draft } from './draft.ts';
import { fieldsOfAnotherJob } from './reusedId.ts';

/** The base of an edited text. The two differ where a server stores something other than what it was sent. */
export interface TextBase {
  /** The text when it last matched the server: differences from it are the user's changes. */
  readonly text: Draft;
  /** The object that the server stored at that time: differences from it are changes of others. */
  readonly stored: Draft;
}

/** The base of text that was read and not changed since. */
export function asRead(draft: Draft): TextBase {
  return { text: draft, stored: draft };
}

/**
 * The base of text whose own base is unknown: any difference from the server counts as changed by both, so that the
 * user is asked before anything is overwritten.
 */
export const unknownBase: TextBase = asRead({});

export interface SaveQuestion {
  readonly base: TextBase;
  readonly edited: Draft;
  /** The object on the server, read just now. */
  readonly server: Draft;
  /** The version of the server that the user saw and chose to overwrite; `undefined` for none. */
  readonly chosenOver: Draft | undefined;
}

export type SaveDecision =
  | { readonly kind: 'conflict'; readonly fields: readonly string[] }
  /** Only what the user changed and the server does not have yet; may be nothing. */
  | { readonly kind: 'send'; readonly patch: Draft };

/**
 * Fields that the user changed and that meanwhile have another value on the server as well (decision 15). A
 * field that both changed to the same value is no conflict.
 */
export function conflictingFields({ text, stored }: TextBase, edited: Draft, server: Draft): string[] {
  return changedFields(text, edited).filter(
    field => !sameField(field, stored, server) && !sameField(field, server, edited),
  );
}

/** Whether an edit may be sent, and which part of it (decisions 14 and 15): no change is overwritten unseen. */
export function decideSave({ base, edited, server, chosenOver }: SaveQuestion): SaveDecision {
  const own = new Set(changedFields(base.text, edited));
  const patch = Object.fromEntries(
    Object.entries(patchOf(server, edited)).filter(([field]) => own.has(field)),
  );
  const others = Object.keys(patch).length === 0 ? [] : ofAnotherJob(base, server);
  const fields = [...new Set([...conflictingFields(base, edited, server), ...others])];
  const unseen = fields.filter(field => chosenOver === undefined || !sameField(field, chosenOver, server));
  if (unseen.length > 0) return { kind: 'conflict', fields };
  return { kind: 'send', patch };
}

function ofAnotherJob({ stored }: TextBase, server: Draft): readonly string[] {
  return Object.hasOwn(stored, 'name') ? fieldsOfAnotherJob(stored, server) : [];
}

export interface SavedEdit {
  readonly edited: Draft;
  /** Values that were sent for these fields in place of those in the text. */
  readonly merged?: Draft | undefined;
}

/**
 * The base of the text after its changes were sent and the server stored `stored`. Fields that only others
 * changed meanwhile are still as they were in the text: they do not become its author's changes. Nor does the text
 * show what others have in merged lists: typing on in one before the text is read again is a conflict.
 */
export function baseAfterSave(base: TextBase, { edited, merged = {} }: SavedEdit, stored: Draft): TextBase {
  const own = new Set(changedFields(base.text, edited));
  const untouched = Object.entries(base.stored).filter(
    ([field]) => Object.hasOwn(edited, field) && !own.has(field),
  );
  const unseen = Object.entries(edited).filter(([field]) => Object.hasOwn(merged, field));
  return { text: edited, stored: { ...stored, ...Object.fromEntries([...untouched, ...unseen]) } };
}
