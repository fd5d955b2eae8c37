import * as vscode from 'vscode';
import type { Draft } from '../model/draft.ts';
import { keepBoth } from '../model/listMerge.ts';
import { conflictingFields, unknownBase } from '../model/saveDecision.ts';
import { NotSavedError } from '../model/saveErrors.ts';
import { fileStat } from '../platform/lazyFileSystem.ts';
import type { SaveReasons } from '../platform/saveReasons.ts';
import type { DocumentBase } from './baseMemory.ts';
import { ConflictChoices } from './conflictChoices.ts';
import type { DocumentEncodings } from './documentEncodings.ts';
import type { DocumentServers } from './documentServers.ts';
import type { DocumentRef, NewRef, ObjectRef } from './documentUri.ts';
import type { DocumentVersion, DocumentVersions } from './documentVersions.ts';
import type { NewObjects } from './newObjects.ts';
import { isShowing, typedValue } from './objectReadings.ts';
import type { ObjectSaves } from './objectSaves.ts';
import { openDocument } from './openDocuments.ts';
import type { SaveStates } from './saveStates.ts';

export interface SaveProtocolParts {
  readonly objects: Pick<ObjectSaves, 'save'>;
  readonly newObjects: Pick<NewObjects, 'create' | 'createdFrom' | 'swap'>;
  readonly versions: DocumentVersions;
  readonly servers: Pick<DocumentServers, 'session' | 'fileError'>;
  readonly states: SaveStates;
  readonly saveReasons: Pick<SaveReasons, 'expectPerson'>;
  readonly encodings: Pick<DocumentEncodings, 'isUtf8'>;
  /** Called for a rejected save, so that errors at fields can be shown there. */
  readonly onSaveFailed: (uri: vscode.Uri, error: unknown) => void;
}

/**
 * One save of a document, in the order in which VS Code calls it: `willSave`, `stat`, `write`, `stat`, `saved`.
 *
 * VS Code rejects a save itself when `stat` gives a newer timestamp and another size than when it last read. So
 * the timestamp grows when a clean document would get another text, and the size differs only where a save must
 * not proceed: where a field that the user changed has another value on the server now.
 */
export class SaveProtocol {
  readonly #parts: SaveProtocolParts;
  readonly #choices = new ConflictChoices();
  /** For each document, the version of the server that a form overwrites because the user chose so. */
  readonly #overwriting = new Map<string, Draft | undefined>();
  readonly #keepingBoth = new Set<string>();
  readonly #writing = new Map<string, Promise<unknown>>();
  /** Documents whose object is being written in another way than by saving them. */
  readonly #replacing = new Set<string>();
  /**
   * By document, what its text was made from when the save began. VS Code saves the text of that moment, also when
   * the editor shows a newer one by the time it writes.
   */
  readonly #begunWith = new Map<string, DocumentBase>();

  constructor(parts: SaveProtocolParts) {
    this.#parts = parts;
  }

  /** Has VS Code save a document over this version of the server's, which the user saw (decision 15). */
  async overwrite(uri: vscode.Uri, shown: Draft | undefined): Promise<void> {
    const key = uri.toString();
    this.#overwriting.set(key, shown);
    try {
      await vscode.workspace.save(uri);
    } finally {
      this.#overwriting.delete(key);
    }
  }

  /** Has VS Code save a document, and keeps what others added to the same lists meanwhile. */
  async keepBoth(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    this.#keepingBoth.add(key);
    try {
      await vscode.workspace.save(uri);
    } finally {
      this.#keepingBoth.delete(key);
    }
  }

  willSave(uri: vscode.Uri): void {
    this.#choices.begun(uri);
    const key = uri.toString();
    const base = this.#parts.versions.knownBase(uri);
    if (base === undefined) this.#begunWith.delete(key);
    else this.#begunWith.set(key, base);
  }

  /** Whether there is something to save, or a save has begun. */
  isUnsaved({ uri, isDirty }: Pick<vscode.TextDocument, 'uri' | 'isDirty'>): boolean {
    return isDirty || this.#choices.isSaving(uri);
  }

  /** Whether a save is writing the object: then the store may already hold the result of that save. */
  isWriting(uri: vscode.Uri): boolean {
    return this.#writing.has(uri.toString());
  }

  /** Whether VS Code is about to save the document, and has not called `write` yet. */
  isBeginning(uri: vscode.Uri): boolean {
    return this.#choices.isBeginning(uri);
  }

  stat(uri: vscode.Uri, known: DocumentVersion): vscode.FileStat {
    const document = openDocument(uri);
    if (document === undefined || !this.isUnsaved(document)) {
      const isNews = document !== undefined && !isShowing(document, known.latest.draft);
      const stamp = isNews ? this.#parts.versions.nextStamp(uri, known) : known;
      return fileStat(stamp.mtime, contentSize);
    }
    const { origin, draft: server } = known.latest;
    const base = this.#parts.versions.baseOf(uri, origin) ?? unknownBase;
    const typed = typedValue(document);
    const fields = conflictingFields(base, typed, server);
    // Changes of both sides to lists can be kept, which VS Code cannot offer: then the save itself asks.
    const isOwnQuestion = keepBoth({ fields, base: base.text, mine: typed, theirs: server }) !== undefined;
    if (fields.length === 0 || isOwnQuestion || this.#overwriting.has(uri.toString()))
      return fileStat(olderThanAny, contentSize);
    this.#choices.rejecting(uri, server);
    const { mtime, version } = this.#parts.versions.nextStamp(uri, known);
    return fileStat(mtime, contentSize + version);
  }

  /** A comparison with the unsaved text shows this version of the server. */
  compared(uri: vscode.Uri, server: Draft): void {
    this.#choices.compared(uri, server);
  }

  /**
   * When it rejects, nothing was changed on the server, and the document stays dirty. One at a time for each document.
   */
  async write(uri: vscode.Uri, ref: DocumentRef, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const choice = this.#choices.written(uri);
    this.#parts.saveReasons.expectPerson(uri);
    const { encodings, servers } = this.#parts;
    if (!encodings.isUtf8(uri, content)) throw servers.fileError(uri, new NotSavedError('encoding'));
    const shown = this.#overwriting.has(key) ? this.#overwriting.get(key) : choice;
    const begunWith = this.#replacing.has(key) ? undefined : this.#begunWith.get(key);
    const write = { text: new TextDecoder().decode(content), shown, begunWith };
    this.#begunWith.delete(key);
    await this.#inTurn(key, () => this.#writeNow(uri, ref, write));
  }

  /** Runs another write of the object, once the saves before it have ended; those after it wait for its end. */
  async whileWriting<T>(uri: vscode.Uri, run: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    this.#replacing.add(key);
    try {
      return await this.#inTurn(key, run);
    } finally {
      // A save that has begun meanwhile is compared with what has been stored.
      this.#replacing.delete(key);
      this.#begunWith.delete(key);
    }
  }

  /** Until the last of them has ended, the store may hold their results. */
  async #inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const previous = this.#writing.get(key) ?? Promise.resolve();
    const result = previous.then(run);
    const end = Promise.allSettled([result]);
    this.#writing.set(key, end);
    try {
      return await result;
    } finally {
      if (this.#writing.get(key) === end) this.#writing.delete(key);
    }
  }

  /** The save is over, or the document is clean again: nothing of it matters any more. */
  settled(uri: vscode.Uri): void {
    this.#choices.settled(uri);
    // The message of a rejected save is about text that no longer exists.
    this.#parts.states.settled(uri);
  }

  closed(uri: vscode.Uri): void {
    this.settled(uri);
    this.#begunWith.delete(uri.toString());
  }

  async #writeNow(uri: vscode.Uri, ref: DocumentRef, write: Write): Promise<void> {
    const { states, servers, onSaveFailed } = this.#parts;
    states.started(uri);
    try {
      if (ref.kind === 'schema' || ref.view !== 'edited') throw vscode.FileSystemError.NoPermissions(uri);
      if (ref.kind === 'new') await this.#writeNew(uri, ref, write);
      else await this.#writeObject(uri, ref, write);
      states.settled(uri);
    } catch (error) {
      const shown = servers.fileError(uri, error);
      states.failed(uri, shown.message);
      onSaveFailed(uri, error);
      throw shown;
    }
  }

  async #writeNew(uri: vscode.Uri, ref: NewRef, write: Write): Promise<void> {
    const { newObjects, servers } = this.#parts;
    const created = await newObjects.createdFrom(uri);
    if (created === undefined) return newObjects.create(uri, ref, servers.session(uri, ref), write.text);
    await this.#writeObject(uri, created.ref, write);
    newObjects.swap(uri, created.uri, write.text);
  }

  #writeObject(uri: vscode.Uri, ref: ObjectRef, { shown, ...write }: Write): Promise<void> {
    const session = this.#parts.servers.session(uri, ref);
    const keepsBoth = this.#keepingBoth.has(uri.toString());
    return this.#parts.objects.save({ ...write, session, uri, ref, chosenOver: shown, keepsBoth });
  }
}

interface Write {
  readonly text: string;
  /** The base of the text when the save began; `undefined` if it was not known then. */
  readonly begunWith: DocumentBase | undefined;
  /** The version of the server that the user saw and decided to overwrite, if any. */
  readonly shown: Draft | undefined;
}

/** Every content has this size, for VS Code to reject no save because of a clean document's new text. */
const contentSize = 1;

/** With such a timestamp, VS Code keeps the one it has. */
const olderThanAny = 1;
