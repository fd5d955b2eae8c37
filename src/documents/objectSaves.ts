import type * as vscode from 'vscode';
import { HttpStatusError, isGone } from '../api/errors.ts';
import type { Dialogs } from '../host/dialogs.ts';
import type { ErrorNotices } from '../host/errorNotices.ts';
import { localizer } from '../host/localize.ts';
import type { Log } from '../host/log.ts';
import { sendAgainIfWanted } from '../host/sendAgain.ts';
import { conflictingFields } from '../model/difference.ts';
import { baseAfterSave, decideSave } from '../model/saveDecision.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { displayText } from '../util/displayText.ts';
import { confirmDeviceLoss } from './deviceLoss.ts';
import type { DocumentStates } from './documentStates.ts';
import { readDocumentText } from './documentText.ts';
import type { ObjectRef } from './documentUri.ts';
import type { NewObjects } from './newObjects.ts';
import { type Draft, draftText, objectKinds } from './objectKinds.ts';

export interface ObjectSaveParts {
  readonly states: DocumentStates;
  readonly notices: ErrorNotices;
  readonly dialogs: Dialogs;
  readonly newObjects: NewObjects;
  readonly log: Log;
}

/** One save of the text of an object. */
export interface ObjectSave {
  readonly session: ServerSession;
  readonly uri: vscode.Uri;
  readonly ref: ObjectRef;
  readonly text: string;
  /** The person has chosen to overwrite what others changed. */
  readonly isOverwriting: boolean;
}

/** Saves objects that exist on the server, by PATCH (decisions 14 and 15). */
export class ObjectSaves {
  readonly #parts: ObjectSaveParts;
  /** Documents of which the server stored something else than their text says. */
  readonly #storedOtherwise = new Set<string>();
  /** New objects by the documents of the deleted ones whose text they were made of. */
  readonly #madeInstead = new Map<string, vscode.Uri>();

  constructor(parts: ObjectSaveParts) {
    this.#parts = parts;
  }

  /** When it rejects, nothing was changed on the server as far as can be told. */
  async save(save: ObjectSave): Promise<void> {
    const { dialogs } = this.#parts;
    const text = (error: unknown) => this.#textOf(error, save);
    try {
      // Each try reads the server anew: what others do meanwhile is noticed as in any save.
      await sendAgainIfWanted({ dialogs, localizer, text }, () => this.#saveOnce(save));
    } catch (error) {
      if (!isGone(error)) throw error;
      await this.#saveAsNew(save, error);
    }
  }

  /** Whether the editor has to show something else than was saved; asked once after each save. */
  takeStoredOtherwise(uri: vscode.Uri): boolean {
    return this.#storedOtherwise.delete(uri.toString());
  }

  /** VS Code looks at what it has saved before the tab can change: then this is what is there. */
  madeInstead(uri: vscode.Uri): vscode.Uri {
    return this.#madeInstead.get(uri.toString()) ?? uri;
  }

  async #saveOnce({ session, uri, ref, text, isOverwriting }: ObjectSave): Promise<void> {
    const { states, dialogs, log } = this.#parts;
    const acts = objectKinds[ref.objectKind];
    const edited = readDocumentText(text, acts, false);
    const told = states.get(uri)?.told;
    const server = await acts.fetch(session, ref.id, states.baseOf(uri));
    const { base } = states.seen(uri, server, edited);
    // VS Code refuses to save over what `stat` called newer unless the person chose "Overwrite".
    const chosenOver = isOverwriting ? 'any' : told;
    const decision = decideSave({ base, edited, server, chosenOver });
    if (decision.kind === 'conflict') throw new SaveConflictError(decision.fields);
    const { patch } = decision;
    const fields = Object.keys(patch);
    if (ref.objectKind === 'group' && (await confirmDeviceLoss(dialogs, session.server, server, patch))) {
      // While the person was asked, others may have gone on.
      const now = await acts.fetch(session, ref.id, states.baseOf(uri));
      const since = decideSave({
        base: server,
        edited: { ...server, ...patch },
        server: now,
        chosenOver: undefined,
      });
      if (since.kind === 'conflict') throw new SaveConflictError(since.fields);
    }
    const stored =
      fields.length === 0
        ? server
        : await acts.update(session, ref.id, patch).catch(async (error: unknown) => {
            throw await this.#conflictIn(error, { session, uri, ref, edited });
          });
    states.saved(uri, stored, baseAfterSave({ edited, patch, stored }));
    const sent = fields.length === 0 ? 'nothing to send' : `PATCH ${fields.join(', ')}`;
    log.info(`${session.server.name}: saved ${ref.objectKind} ${ref.id}: ${sent}`);
    if (draftText(stored) !== text) this.#storedOtherwise.add(uri.toString());
  }

  /**
   * A server that tells of a conflict itself (409, 412) has changed since it was read: it is read once more, so
   * that the person can compare, as after a conflict that was noticed here.
   */
  async #conflictIn(
    error: unknown,
    { session, uri, ref, edited }: Pick<ObjectSave, 'session' | 'uri' | 'ref'> & { readonly edited: Draft },
  ): Promise<unknown> {
    if (!(error instanceof HttpStatusError) || (error.status !== 409 && error.status !== 412)) return error;
    const { states } = this.#parts;
    const acts = objectKinds[ref.objectKind];
    const now = await acts.fetch(session, ref.id, states.baseOf(uri)).catch(() => undefined);
    if (now === undefined) return error;
    const { base } = states.seen(uri, now, edited);
    const conflicts = conflictingFields(base, edited, now);
    return conflicts.length === 0 ? error : new SaveConflictError(conflicts);
  }

  /** What was typed outlives an object that somebody deleted, when the person wants it. */
  async #saveAsNew(save: ObjectSave, error: unknown): Promise<void> {
    const { session, uri, ref, text } = save;
    const create = localizer.t('Create as New');
    const question = localizer.t(
      '“{name}” (#{id}) is no longer on “{server}”: somebody has deleted it. What you typed is still here.',
      { name: this.#nameOf(uri), id: ref.id, server: session.server.name },
    );
    if ((await this.#parts.dialogs.decide(question, create)) !== create) throw error;
    await this.#parts.newObjects.create(uri, ref, session, text);
    const made = await this.#parts.newObjects.madeFrom(uri);
    if (made !== undefined) this.#madeInstead.set(uri.toString(), made);
  }

  #textOf(error: unknown, { session, uri }: ObjectSave): string {
    const problem = this.#parts.notices.text(error, session.server);
    return localizer.t('“{name}”: {problem}', { name: this.#nameOf(uri), problem });
  }

  #nameOf(uri: vscode.Uri): string {
    return displayText(String(this.#parts.states.baseOf(uri)?.['name'] ?? ''), 80);
  }
}

/** Somebody else changed what the person changed (decision 15); nothing was written. */
export class SaveConflictError extends Error {
  override readonly name = 'SaveConflictError';

  constructor(fields: readonly string[]) {
    super(
      localizer.t(
        'Changed on the server meanwhile: {fields}. Nothing was saved. Save again to compare or to overwrite.',
        { fields: fields.join(', ') },
      ),
    );
  }
}
