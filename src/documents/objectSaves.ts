import type * as vscode from 'vscode';
import { isNotFound } from '../api/errors/apiError.ts';
import type { Device } from '../model/device.ts';
import type { Draft } from '../model/draft.ts';
import { unknownBase } from '../model/saveDecision.ts';
import { SaveConflictError } from '../model/saveErrors.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { sendAgainIfWanted } from '../notices/sendAgain.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { changedFieldsText } from '../platform/fieldLabels.ts';
import { localizer, t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import { displayText } from '../util/displayText.ts';
import type { Decision } from '../writes/objectWrites.ts';
import type { DocumentBase } from './baseMemory.ts';
import { confirmDeviceLoss, confirmUncertainLoss } from './deviceLoss.ts';
import { readDocumentText } from './documentText.ts';
import type { ObjectRef } from './documentUri.ts';
import { type DocumentVersions, storedBy } from './documentVersions.ts';
import type { NewObjects } from './newObjects.ts';
import { type Fetched, objectKinds } from './objectKinds.ts';
import { changesReach, confirmReach } from './reachGrowth.ts';
import { checkUnchanged, conflictIn, patchOrConflict, type SaveChoice } from './saveConflicts.ts';

export interface ObjectSaveParts {
  readonly versions: DocumentVersions;
  readonly notices: Pick<ErrorNotices, 'text'>;
  readonly dialogs: Dialogs;
  readonly newObjects: Pick<NewObjects, 'create' | 'createdFrom'>;
  readonly log: Pick<Log, 'info'>;
  /** Compares the server's object with the text of the document. */
  readonly compare: (uri: vscode.Uri) => Promise<void>;
}

/** One save of an object's text. */
export interface ObjectSave extends SaveChoice {
  readonly session: ServerSession;
  readonly uri: vscode.Uri;
  readonly ref: ObjectRef;
  readonly text: string;
  /** The base of the text when the save began, if known. */
  readonly begunWith: DocumentBase | undefined;
  /** Whether the user wants the merged lists, if both sides changed only lists. */
  readonly keepsBoth: boolean;
}

/** A patch, and the object for which the user agreed to it. */
interface Agreed {
  readonly server: Draft;
  readonly patch: Draft;
}

/** A patch and what it affects, before it is sent. */
interface Consequences extends Agreed {
  /** The object's devices. */
  readonly devices: readonly Device[];
}

/** Saves existing objects with PATCH (decisions 14 and 15). */
export class ObjectSaves {
  readonly #parts: ObjectSaveParts;
  /** Objects created again from the text of a deleted one, by the document of the deleted object. */
  readonly #createdInstead = new Map<string, vscode.Uri>();

  constructor(parts: ObjectSaveParts) {
    this.#parts = parts;
  }

  /** If it rejects, nothing was changed on the server as far as is known. */
  async save(save: ObjectSave): Promise<void> {
    const { dialogs } = this.#parts;
    const text = (error: unknown) => this.#textOf(error, save);
    try {
      // Each attempt reads the server again, to detect changes of others like any save.
      await sendAgainIfWanted({ dialogs, localizer, text }, () => this.#saveAsking(save));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await this.#saveAsNew(save, error);
    }
  }

  /** The document of the object that was created to replace a deleted one; otherwise the document itself. */
  createdInstead(uri: vscode.Uri): vscode.Uri {
    return this.#createdInstead.get(uri.toString()) ?? uri;
  }

  /**
   * Call when the document is closed. Once reopened, it refers to its own ID again, which may belong to another
   * object by then.
   */
  closed(uri: vscode.Uri): void {
    this.#createdInstead.delete(uri.toString());
  }

  /** Asks about a conflict that VS Code has not shown, or that has changed since it was shown. */
  async #saveAsking(save: ObjectSave): Promise<void> {
    let choice: SaveChoice = save;
    for (;;) {
      try {
        return await this.#saveOnce({ ...save, ...choice });
      } catch (error) {
        const next = error instanceof SaveConflictError ? await this.#chosen(error, save) : undefined;
        if (next === undefined) throw error;
        choice = next;
      }
    }
  }

  async #saveOnce(save: ObjectSave): Promise<void> {
    const { versions, log } = this.#parts;
    const { session, uri, ref, merged } = save;
    const operations = objectKinds[ref.objectKind];
    const origin = session.server.url;
    const edited = readDocumentText(save.text, operations, false);
    const { base, known } = this.#baseOf(save);
    const stored = versions.baseOf(uri, origin)?.stored;
    let agreed: Agreed | undefined;
    let patch: Draft = {};
    const decide = async ({ draft, devices }: Fetched, requestedMs: number): Promise<Decision> => {
      versions.seen(uri, { draft, origin, requestedMs, receivedMs: systemClock.steadyMs() });
      if (agreed !== undefined) {
        checkUnchanged(agreed.server, agreed.patch, draft);
        return { kind: 'send', patch };
      }
      // Uses its own reading, whatever else was recorded about the object in the meantime.
      patch = patchOrConflict(save, { base, edited, server: draft });
      if (Object.keys(patch).length === 0) return { kind: 'nothing' };
      const hasAsked = await this.#confirm(session, { server: draft, patch, devices });
      agreed = { server: draft, patch };
      return hasAsked ? { kind: 'again' } : { kind: 'send', patch };
    };
    const read = async () => (await operations.fetch(session, ref.id, stored)).draft;
    const update = () => operations.update(session, { id: ref.id, base: stored }, decide);
    const reading = await storedBy(origin, update).catch(async (error: unknown) => {
      throw await conflictIn(error, { base, edited, read });
    });
    versions.saved(uri, { edited, base, known, merged }, reading);
    const fields = Object.keys(patch);
    const sent = fields.length === 0 ? 'nothing to send' : `PATCH ${fields.join(', ')}`;
    log.info(`${session.server.name}: saved ${ref.objectKind} ${ref.id}: ${sent}`);
  }

  /** The base of the text when the save began, for this server; `known` is the one for any URL. */
  #baseOf({ session, uri, begunWith }: ObjectSave) {
    const { versions } = this.#parts;
    const origin = session.server.url;
    const begun = begunWith === undefined || begunWith.origin === origin ? begunWith : unknownBase;
    const base = begun ?? versions.baseOf(uri, origin) ?? unknownBase;
    return { base, known: begunWith ?? versions.knownBase(uri) };
  }

  /** Asks about the consequences of the patch; resolves with whether it asked. */
  async #confirm(session: ServerSession, { server, patch, devices }: Consequences): Promise<boolean> {
    const { dialogs } = this.#parts;
    const growth = { before: server, after: { ...server, ...patch } };
    const asked = [
      await confirmDeviceLoss(dialogs, session.server, server, patch),
      await confirmUncertainLoss(dialogs, { before: server, devices, patch }),
      changesReach(patch) && (await confirmReach(dialogs, session, growth)),
    ];
    return asked.includes(true);
  }

  /** How the user resolves the conflict; `undefined` if they do not save. */
  async #chosen(error: SaveConflictError, save: ObjectSave): Promise<SaveChoice | undefined> {
    const { server: chosenOver, merge } = error;
    const keep = t('Keep Both');
    const choice =
      save.keepsBoth && merge !== undefined ? keep : await this.#conflictChoice(error, save, keep);
    if (choice === keep && merge !== undefined) return { chosenOver, merged: merge.lists };
    return choice === t('Overwrite') ? { chosenOver } : undefined;
  }

  async #conflictChoice(
    { fields, merge }: SaveConflictError,
    save: ObjectSave,
    keep: string,
  ): Promise<string | undefined> {
    const { dialogs, compare } = this.#parts;
    const [overwrite, show] = [t('Overwrite'), t('Compare')];
    const what = t('{object} was not saved to “{server}”.', {
      object: this.#labelOf(save),
      server: save.session.server.name,
    });
    const question = `${what} ${changedFieldsText(fields)}`;
    // The first choice is the default.
    const own = merge?.isAdditionsOnly
      ? [keep, overwrite]
      : [overwrite, ...(merge === undefined ? [] : [keep])];
    const choice = await dialogs.decide(question, ...own, show);
    if (choice === show) await compare(save.uri);
    return choice;
  }

  /** Creates the object again from the text if it was deleted and the user agrees. */
  async #saveAsNew(save: ObjectSave, error: unknown): Promise<void> {
    const { session, uri, ref, text } = save;
    const name = this.#nameOf(save);
    const object = name === '' ? idLabel(ref) : t('“{name}” (#{id})', { name, id: ref.id });
    const create = t('Create as New');
    const question = t('{object} is no longer on “{server}”: it was deleted. What you typed is still here.', {
      object,
      server: session.server.name,
    });
    if ((await this.#parts.dialogs.decide(question, create)) !== create) throw error;
    await this.#parts.newObjects.create(uri, ref, session, text);
    const created = await this.#parts.newObjects.createdFrom(uri);
    if (created !== undefined) this.#createdInstead.set(uri.toString(), created.uri);
  }

  #textOf(error: unknown, save: ObjectSave): string {
    const problem = this.#parts.notices.text(error, save.session.server);
    return t('{object}: {problem}', { object: this.#labelOf(save), problem });
  }

  #labelOf(save: ObjectSave): string {
    const name = this.#nameOf(save);
    return name === '' ? idLabel(save.ref) : t('“{name}”', { name });
  }

  /** '' if the object was never read. */
  #nameOf({ uri, session }: ObjectSave): string {
    const { versions } = this.#parts;
    const draft = versions.baseOf(uri, session.server.url)?.stored ?? versions.get(uri)?.latest.draft;
    return displayText(String(draft?.['name'] ?? ''), 80);
  }
}

/** Names an object whose name is unknown. */
function idLabel({ objectKind, id }: ObjectRef): string {
  return objectKind === 'job' ? t('Job #{id}', { id }) : t('Group #{id}', { id });
}
