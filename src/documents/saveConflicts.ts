import { HttpStatusError } from '../api/errors/httpStatusError.ts';
import type { Draft } from '../model/draft.ts';
import { keepBoth } from '../model/listMerge.ts';
import { asRead, conflictingFields, decideSave, type TextBase } from '../model/saveDecision.ts';
import { SaveConflictError } from '../model/saveErrors.ts';

/** The user's choice in a conflict. */
export interface SaveChoice {
  /** The server version that the user saw and chose to overwrite, if any. */
  readonly chosenOver: Draft | undefined;
  /** Values to send for these fields instead of those in the text. */
  readonly merged?: Draft | undefined;
}

/** The patch to send; throws `SaveConflictError` if others changed the same fields and the user has not decided. */
export function patchOrConflict(
  { merged, chosenOver }: SaveChoice,
  { base, edited, server }: { readonly base: TextBase; readonly edited: Draft; readonly server: Draft },
): Draft {
  const decision = decideSave({ base, edited: { ...edited, ...merged }, server, chosenOver });
  if (decision.kind !== 'conflict') return decision.patch;
  const { fields } = decision;
  throw new SaveConflictError(
    fields,
    server,
    keepBoth({ fields, base: base.text, mine: edited, theirs: server }),
  );
}

/** Throws if others changed the same fields while the prompt about `patch` was open. */
export function checkUnchanged(server: Draft, patch: Draft, now: Draft): void {
  const fields = conflictingFields(asRead(server), { ...server, ...patch }, now);
  if (fields.length > 0) throw new SaveConflictError(fields, now);
}

/**
 * If the server itself reports a conflict (409, 412), it has changed since it was read. It is read again so that the
 * user can compare, as after a conflict that was detected here.
 */
export async function conflictIn(
  error: unknown,
  save: { readonly base: TextBase; readonly edited: Draft; readonly read: () => Promise<Draft> },
): Promise<unknown> {
  if (!(error instanceof HttpStatusError) || (error.status !== 409 && error.status !== 412)) return error;
  const now = await save.read().catch(() => undefined);
  if (now === undefined) return error;
  const conflicts = conflictingFields(save.base, save.edited, now);
  return conflicts.length === 0 ? error : new SaveConflictError(conflicts, now);
}
