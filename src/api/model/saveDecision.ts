import { findChangedFields, patchOf, sameField } from './difference.ts';
import type { Draft } from './draft.ts';
import { identifyJob } from './identity.ts';
import { keepBoth, type ListMerge } from './listMerge.ts';

/** The base of an edited text. The two differ when a server stores something other than what it was sent. */
export interface TextBase {
  /** The text when it last matched the server: differences from it are the user's changes. */
  readonly text: Draft;
  /** The object that the server stored then: differences from it are the changes of others. */
  readonly stored: Draft;
}

/** The base of text that has not changed since it was read. */
export function asRead(draft: Draft): TextBase {
  return { text: draft, stored: draft };
}

/**
 * The base of text whose own base is unknown. Any difference from the server then counts as changed by both sides, so
 * that nothing is overwritten without asking.
 */
export const unknownBase: TextBase = asRead({});

export interface SaveQuestion {
  readonly base: TextBase;
  readonly edited: Draft;
  /** Values to send for these fields instead of those in the text. */
  readonly merged?: Draft | undefined;
  readonly server: Draft;
  /** The server version that the user saw and chose to overwrite, if any. */
  readonly chosenOver: Draft | undefined;
}

export interface Conflict {
  readonly fields: readonly string[];
  /** The lists that keep the changes of both sides, if both only changed lists. */
  readonly merge: ListMerge | undefined;
}

export type SaveDecision =
  | ({ readonly kind: 'conflict' } & Conflict)
  /** What the user changed and the server does not have yet; may be empty. */
  | { readonly kind: 'send'; readonly patch: Draft };

/**
 * Fields that the user changed and that others changed to a different value on the server (decision 15). Changing a
 * field to the same value is no conflict.
 */
export function conflictingFields({ text, stored }: TextBase, edited: Draft, server: Draft): string[] {
  return findChangedFields(text, edited).filter(
    field => !sameField(field, stored, server) && !sameField(field, server, edited),
  );
}

/** What both sides changed differently; `undefined` if a save of the text overwrites nothing. */
export function findConflict(base: TextBase, edited: Draft, server: Draft): Conflict | undefined {
  const fields = conflictingFields(base, edited, server);
  return fields.length === 0 ? undefined : conflictIn(fields, { base, edited, server });
}

/**
 * Whether and which part of an edit may be sent (decisions 14 and 15). Changes of others are never overwritten
 * unseen.
 */
export function decideSave({ merged, chosenOver, ...question }: SaveQuestion): SaveDecision {
  const { base, server } = question;
  const edited = { ...question.edited, ...merged };
  const own = new Set(findChangedFields(base.text, edited));
  const patch = Object.fromEntries(
    Object.entries(patchOf(server, edited)).filter(([field]) => own.has(field)),
  );
  const others = Object.keys(patch).length === 0 ? [] : ofAnotherJob(base, server);
  const fields = [...new Set([...conflictingFields(base, edited, server), ...others])];
  const unseen = fields.filter(field => chosenOver === undefined || !sameField(field, chosenOver, server));
  if (unseen.length > 0) return { kind: 'conflict', ...conflictIn(fields, question) };
  return { kind: 'send', patch };
}

function conflictIn(
  fields: readonly string[],
  { base, edited, server }: Pick<SaveQuestion, 'base' | 'edited' | 'server'>,
): Conflict {
  return { fields, merge: keepBoth({ fields, base: base.text, mine: edited, theirs: server }) };
}

function ofAnotherJob({ stored }: TextBase, server: Draft): readonly string[] {
  const { kind, fields } = identifyJob(stored, server);
  return Object.hasOwn(stored, 'policies') && kind === 'another' ? fields : [];
}

export interface SavedEdit {
  readonly edited: Draft;
  /** Values that were sent for these fields instead of those in the text. */
  readonly merged?: Draft | undefined;
}

/**
 * The base of the text after a save that made the server store `stored`. Fields that only others changed keep their
 * old base: the text still has their old values, which must not look like the user's changes. Merged lists keep the
 * text's version, so that editing one before the text is reloaded is a conflict.
 */
export function baseAfterSave(base: TextBase, { edited, merged = {} }: SavedEdit, stored: Draft): TextBase {
  const own = new Set(findChangedFields(base.text, edited));
  const untouched = Object.entries(base.stored).filter(
    ([field]) => Object.hasOwn(edited, field) && !own.has(field),
  );
  const unseen = Object.entries(edited).filter(([field]) => Object.hasOwn(merged, field));
  return { text: edited, stored: { ...stored, ...Object.fromEntries([...untouched, ...unseen]) } };
}
