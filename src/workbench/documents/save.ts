import * as vscode from 'vscode';
import { allowsOnlyReplacing, HttpStatusError, isNotFound } from '../../api/errors/apiError.ts';
import type { Draft } from '../../api/model/draft.ts';
import {
  asRead,
  conflictingFields,
  decideSave,
  findConflict,
  type TextBase,
  unknownBase,
} from '../../api/model/saveDecision.ts';
import { NotSavedError, SaveConflictError } from '../../api/model/saveErrors.ts';
import type { Decision } from '../../api/writes/objectWrites.ts';
import { systemClock } from '../../base/clock.ts';
import { addedTargets, SeenTargets } from '../../store/runs/stillSo.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { sendAgainIfWanted } from '../notices/lostCreates.ts';
import { fileStat } from '../platform/activation/lazyFileSystem.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { localizer, t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import type { SaveReasons } from '../platform/saveReasons.ts';
import { addressedText } from '../servers/serverAddress.ts';
import type { DocumentBase } from './baseMemory.ts';
import { fileError } from './documentErrors.ts';
import { isShowing, readDocumentText, readTypedValue } from './documentText.ts';
import type { ObjectRef } from './documentUri.ts';
import type { NewObjects } from './newObjects.ts';
import { type Fetched, objectKinds } from './objectKinds.ts';
import { type ObjectReading, type OpenDocument, readWriteResult } from './openDocument.ts';
import { confirmPatch } from './saveConsequences.ts';
import { askAboutConflict, askToCreateAgain, objectLabel, type SaveChoice } from './saveQuestions.ts';
import type { FormChoice } from './saveState.ts';

export interface SaveParts {
  readonly dialogs: Dialogs;
  readonly notices: Pick<ErrorNotices, 'text'>;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly newObjects: Pick<NewObjects, 'create' | 'createdFrom' | 'swap'>;
  readonly saveReasons: Pick<SaveReasons, 'requireManualSave'>;
  /** Compares the server's object with the text of the document. */
  readonly compare: (uri: vscode.Uri) => Promise<void>;
  /** Replaces the whole object, with a preview. */
  readonly replace: (uri: vscode.Uri) => Promise<void>;
}

/** The text that VS Code saves, and what was known when it began. */
interface Save {
  readonly document: OpenDocument;
  readonly text: string;
  /** The base of the text when the save began; `undefined` if unknown. */
  readonly begunWith: DocumentBase | undefined;
  /** The server version that the user saw and chose to overwrite, if any. */
  readonly chosenOver: Draft | undefined;
  /** Whether the user wants the merged lists, if both sides changed only lists. */
  readonly keepsBoth: boolean;
}

/** A patch, and the object for which the user agreed to it. */
interface Agreed {
  readonly server: Draft;
  readonly patch: Draft;
}

/** All contents have the same size, so that VS Code rejects no save because a clean document got a new text. */
const contentSize = 1;

/** For this timestamp, VS Code keeps the newer one it already has. */
const olderThanAny = 1;

/**
 * Saves documents, in the order of VS Code's calls: `willSave`, `stat`, `write`, `stat`, `settle`. A write reads the
 * object, decides what to send, asks, sends it, and records the result (decisions 14 and 15).
 *
 * VS Code itself rejects a save if `stat` returns a newer timestamp and another size than when it last read. So the
 * timestamp increases when a clean document should get another text, and the size only differs if a save must not
 * proceed, because a field that the user changed now has another value on the server.
 */
export class Saves {
  readonly #parts: SaveParts;

  constructor(parts: SaveParts) {
    this.#parts = parts;
  }

  willSave(document: OpenDocument): void {
    document.saving.begin(document.base);
  }

  stat(document: OpenDocument, { origin, draft: server }: ObjectReading): vscode.FileStat {
    const { text, saving } = document;
    if (text === undefined || !document.isUnsaved) {
      const isNewText = text !== undefined && !isShowing(text, server);
      return fileStat(isNewText ? document.nextStamp().mtime : document.mtime, contentSize);
    }
    const conflict = findConflict(document.baseAt(origin) ?? unknownBase, readTypedValue(text), server);
    // VS Code cannot offer to merge lists, so the save itself asks.
    const isOwnQuestion = conflict?.merge !== undefined;
    if (conflict === undefined || isOwnQuestion || saving.choice?.kind === 'overwrite')
      return fileStat(olderThanAny, contentSize);
    saving.reject(server);
    const { mtime, version } = document.nextStamp();
    return fileStat(mtime, contentSize + version);
  }

  /**
   * If it rejects, nothing was changed on the server, and the document stays dirty. Runs one at a time per document.
   */
  async write(document: OpenDocument, content: Uint8Array): Promise<void> {
    const overwritten = document.saving.written();
    this.#parts.saveReasons.requireManualSave(document.uri);
    if (!document.encoding.isUtf8(document.text, content))
      throw this.#fileError(document, new NotSavedError('encoding'));
    const { choice } = document.saving;
    const save = {
      document,
      text: new TextDecoder().decode(content),
      chosenOver: choice?.kind === 'overwrite' ? choice.shown : overwritten,
      keepsBoth: choice?.kind === 'keepBoth',
    };
    await document.inTurn(() => this.#write({ ...save, begunWith: document.saving.takeBase() }));
  }

  /** The save is over or the document is clean again: the state of the save is obsolete. */
  settle(document: OpenDocument): void {
    document.saving.settle();
    // The message of a rejected save refers to text that no longer exists.
    document.outcome.settled();
  }

  /** Makes VS Code save a document over this server version, which the user saw in a form (decision 15). */
  overwrite(document: OpenDocument, shown: Draft | undefined): Promise<void> {
    return saveWith(document, { kind: 'overwrite', shown });
  }

  /** Makes VS Code save a document and keep what others have added to the same lists. */
  keepBoth(document: OpenDocument): Promise<void> {
    return saveWith(document, { kind: 'keepBoth' });
  }

  async #write(save: Save): Promise<void> {
    const { document } = save;
    document.outcome.started();
    try {
      if (document.ref.kind === 'new') await this.#writeNew(save);
      else await this.#writeObject(save, document.ref);
      document.outcome.settled();
    } catch (error) {
      const shown = this.#fileError(document, error);
      document.saveFailed(error, shown.message);
      throw shown;
    }
  }

  async #writeNew(save: Save): Promise<void> {
    const { newObjects } = this.#parts;
    const created = await newObjects.createdFrom(save.document);
    if (created === undefined) return newObjects.create(save.document, save.text);
    await this.#writeObject(save, created.ref);
    newObjects.swap(save.document, created.uri, save.text);
  }

  async #writeObject(save: Save, ref: ObjectRef): Promise<void> {
    const { dialogs, notices } = this.#parts;
    const { server } = save.document.session;
    const text = (error: unknown) =>
      addressedText(
        server,
        t('{object}: {problem}', {
          object: objectLabel(save.document, ref),
          problem: notices.text(error, server),
        }),
      );
    try {
      // Each attempt reads the server again, to detect changes of others like any save.
      await sendAgainIfWanted({ dialogs, localizer, text }, () => this.#sendAsking(save, ref));
    } catch (error) {
      if (allowsOnlyReplacing(error)) await this.#offerReplacing(save.document, text(error));
      if (!isNotFound(error)) throw error;
      await this.#createAgain(save, ref, error);
    }
  }

  /** The save itself has failed, because a replacement sends more than was changed. */
  async #offerReplacing(document: OpenDocument, problem: string): Promise<void> {
    const { dialogs, log, notices, replace } = this.#parts;
    const action = t('Replace on Server (PUT)…');
    if ((await dialogs.decide(problem, action)) !== action) return;
    const { server } = document.session;
    // It begins once the save is over.
    setImmediate(
      () => void replace(document.uri).catch((error: unknown) => log.error(notices.text(error, server))),
    );
  }

  /** Asks about a conflict that VS Code has not shown, or that has changed since it was shown. */
  async #sendAsking(save: Save, ref: ObjectRef): Promise<void> {
    let choice: SaveChoice = save;
    for (;;) {
      try {
        return await this.#send({ ...save, ...choice }, ref);
      } catch (error) {
        if (!(error instanceof SaveConflictError)) throw error;
        choice = await askAboutConflict(this.#parts, { ...save, ref }, error);
      }
    }
  }

  /** Read, decide, ask, send, record. */
  async #send(save: Save & SaveChoice, ref: ObjectRef): Promise<void> {
    const { document, chosenOver, merged } = save;
    const { session } = document;
    const origin = session.server.url;
    const operations = objectKinds[ref.objectKind];
    const edited = readDocumentText(save.text, operations, false);
    const { base, known } = baseOf(save, origin);
    const stored = document.baseAt(origin)?.stored;
    let agreed: Agreed | undefined;
    let patch: Draft = {};
    const targets = new SeenTargets(session);
    const send = async (server: Draft): Promise<Decision> => {
      await targets.checkGroups(addedTargets({ before: server, after: patch }));
      return { kind: 'send', patch };
    };
    const decide = async ({ draft: server, devices }: Fetched, requestedMs: number): Promise<Decision> => {
      document.seen({ draft: server, origin, requestedMs, receivedMs: systemClock.steadyMs() });
      if (agreed !== undefined) {
        checkUnchanged(agreed, server);
        return send(server);
      }
      // Uses its own reading, whatever else was recorded about the object in the meantime.
      const decision = decideSave({ base, edited, merged, server, chosenOver });
      if (decision.kind === 'conflict') throw new SaveConflictError(decision, server);
      patch = decision.patch;
      if (Object.keys(patch).length === 0) return { kind: 'nothing' };
      targets.saw(addedTargets({ before: server, after: patch }));
      const hasAsked = await confirmPatch(this.#parts.dialogs, session, { before: server, patch, devices });
      agreed = { server, patch };
      return hasAsked ? { kind: 'again' } : send(server);
    };
    const read = async () => (await operations.fetch(session, ref.id, stored)).draft;
    const update = () => operations.update(session, { id: ref.id, base: stored }, decide);
    const reading = await readWriteResult(origin, update).catch(async (error: unknown) => {
      throw await conflictIn(error, { base, edited, read });
    });
    document.saved({ edited, base, known, merged }, reading);
    const fields = Object.keys(patch);
    const sent = fields.length === 0 ? 'nothing to send' : `PATCH ${fields.join(', ')}`;
    this.#parts.log.info(`${session.server.name}: saved ${ref.objectKind} ${ref.id}: ${sent}`);
  }

  /** Creates the object again from the text if it was deleted and the user agrees. */
  async #createAgain({ document, text }: Save, ref: ObjectRef, error: unknown): Promise<void> {
    if (!(await askToCreateAgain(this.#parts.dialogs, document, ref))) throw error;
    await this.#parts.newObjects.create(document, text);
    document.createdAgain((await this.#parts.newObjects.createdFrom(document))?.ref);
  }

  #fileError(document: OpenDocument, error: unknown): Error {
    return fileError(this.#parts, document.knownSession?.server, error);
  }
}

function saveWith({ saving, uri }: OpenDocument, choice: FormChoice): Promise<void> {
  return saving.withChoice(choice, () => vscode.workspace.save(uri));
}

/** The base of the text when the save began, for the server at this URL; `known` is the one for any URL. */
function baseOf({ document, begunWith }: Save, origin: string) {
  const begun = begunWith === undefined || begunWith.origin === origin ? begunWith : unknownBase;
  const base = begun ?? document.baseAt(origin) ?? unknownBase;
  return { base, known: begunWith ?? document.base };
}

/** Throws if others changed the same fields while the prompt about the patch was open. */
function checkUnchanged({ server, patch }: Agreed, now: Draft): void {
  const fields = conflictingFields(asRead(server), { ...server, ...patch }, now);
  if (fields.length > 0) throw new SaveConflictError({ fields, merge: undefined }, now);
}

/**
 * If the server itself reports a conflict (409, 412), it has changed since it was read. It is read again so that the
 * user can compare, as after a conflict that was detected here.
 */
async function conflictIn(
  error: unknown,
  { base, edited, read }: { base: TextBase; edited: Draft; read: () => Promise<Draft> },
): Promise<unknown> {
  if (!(error instanceof HttpStatusError) || (error.status !== 409 && error.status !== 412)) return error;
  const now = await read().catch(() => undefined);
  const conflict = now === undefined ? undefined : findConflict(base, edited, now);
  return now === undefined || conflict === undefined ? error : new SaveConflictError(conflict, now);
}
