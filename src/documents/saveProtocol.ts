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
  readonly saveReasons: Pick<SaveReasons, 'requireManualSave'>;
  readonly encodings: Pick<DocumentEncodings, 'isUtf8'>;
  /** Called for a rejected save, so that its errors can be shown at their fields. */
  readonly onSaveFailed: (uri: vscode.Uri, error: unknown) => void;
}

interface Write {
  readonly text: string;
  /** The base of the text when the save began; `undefined` if unknown. */
  readonly begunWith: DocumentBase | undefined;
  /** The server version that the user saw and chose to overwrite, if any. */
  readonly shown: Draft | undefined;
}

/** All contents have the same size, so that VS Code rejects no save because a clean document got a new text. */
const contentSize = 1;

/** For this timestamp, VS Code keeps the newer one it already has. */
const olderThanAny = 1;

/**
 * One save of a document, in the order of VS Code's calls: `willSave`, `stat`, `write`, `stat`, `saved`.
 *
 * VS Code itself rejects a save if `stat` returns a newer timestamp and another size than when it last read. So the
 * timestamp increases when a clean document should get another text, and the size only differs if a save must not
 * proceed, because a field that the user changed now has another value on the server.
 */
export class SaveProtocol {
  readonly #parts: SaveProtocolParts;
  readonly #choices = new ConflictChoices();
  /** For each document, the server version that a form overwrites by the user's choice. */
  readonly #overwriting = new Map<string, Draft | undefined>();
  readonly #keepingBoth = new Set<string>();
  readonly #writing = new Map<string, Promise<unknown>>();
  /** Documents whose object is being written without saving them. */
  readonly #replacing = new Set<string>();
  /**
   * For each document, the base of its text when the save began. VS Code saves the text of that moment, even if the
   * editor shows a newer one when it writes.
   */
  readonly #begunWith = new Map<string, DocumentBase>();

  constructor(parts: SaveProtocolParts) {
    this.#parts = parts;
  }

  /** Makes VS Code save a document over this server version, which the user saw (decision 15). */
  async overwrite(uri: vscode.Uri, shown: Draft | undefined): Promise<void> {
    const key = uri.toString();
    this.#overwriting.set(key, shown);
    try {
      await vscode.workspace.save(uri);
    } finally {
      this.#overwriting.delete(key);
    }
  }

  /** Makes VS Code save a document and keep what others have added to the same lists. */
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

  /** Whether there are changes to save, or a save has begun. */
  isUnsaved({ uri, isDirty }: Pick<vscode.TextDocument, 'uri' | 'isDirty'>): boolean {
    return isDirty || this.#choices.isSaving(uri);
  }

  /** Whether a save is writing the object, in which case the store may already have its result. */
  isWriting(uri: vscode.Uri): boolean {
    return this.#writing.has(uri.toString());
  }

  /** Whether VS Code is about to save the document but has not called `write` yet. */
  isBeginning(uri: vscode.Uri): boolean {
    return this.#choices.isBeginning(uri);
  }

  stat(uri: vscode.Uri, known: DocumentVersion): vscode.FileStat {
    const document = openDocument(uri);
    if (document === undefined || !this.isUnsaved(document)) {
      const isNewText = document !== undefined && !isShowing(document, known.latest.draft);
      const stamp = isNewText ? this.#parts.versions.nextStamp(uri, known) : known;
      return fileStat(stamp.mtime, contentSize);
    }
    const { origin, draft: server } = known.latest;
    const base = this.#parts.versions.baseOf(uri, origin) ?? unknownBase;
    const typed = typedValue(document);
    const fields = conflictingFields(base, typed, server);
    // Changes of both sides to lists can be merged, which VS Code cannot offer, so the save itself asks.
    const isOwnQuestion = keepBoth({ fields, base: base.text, mine: typed, theirs: server }) !== undefined;
    if (fields.length === 0 || isOwnQuestion || this.#overwriting.has(uri.toString()))
      return fileStat(olderThanAny, contentSize);
    this.#choices.rejecting(uri, server);
    const { mtime, version } = this.#parts.versions.nextStamp(uri, known);
    return fileStat(mtime, contentSize + version);
  }

  /** Call when a comparison with the unsaved text shows this server version. */
  compared(uri: vscode.Uri, server: Draft): void {
    this.#choices.compared(uri, server);
  }

  /**
   * If it rejects, nothing was changed on the server, and the document stays dirty. Runs one at a time per document.
   */
  async write(uri: vscode.Uri, ref: DocumentRef, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const choice = this.#choices.written(uri);
    this.#parts.saveReasons.requireManualSave(uri);
    const { encodings, servers } = this.#parts;
    if (!encodings.isUtf8(uri, content)) throw servers.fileError(uri, new NotSavedError('encoding'));
    const shown = this.#overwriting.has(key) ? this.#overwriting.get(key) : choice;
    const begunWith = this.#replacing.has(key) ? undefined : this.#begunWith.get(key);
    const write = { text: new TextDecoder().decode(content), shown, begunWith };
    this.#begunWith.delete(key);
    await this.#inTurn(key, () => this.#writeNow(uri, ref, write));
  }

  /** Runs another write of the object after all earlier saves; later saves wait for it. */
  async whileWriting<T>(uri: vscode.Uri, run: () => Promise<T>): Promise<T> {
    const key = uri.toString();
    this.#replacing.add(key);
    try {
      return await this.#inTurn(key, run);
    } finally {
      // A save that began in the meantime is compared with the newly stored version.
      this.#replacing.delete(key);
      this.#begunWith.delete(key);
    }
  }

  /** Until the last of these has ended, the store may have their results. */
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

  /** Call when the save is over or the document is clean again: the state of the save is obsolete. */
  settled(uri: vscode.Uri): void {
    this.#choices.settled(uri);
    // The message of a rejected save refers to text that no longer exists.
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
