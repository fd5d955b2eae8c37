import * as vscode from 'vscode';
import { isApiError, isNotFound } from '../api/errors.ts';
import type { Dialogs } from '../host/dialogs.ts';
import type { ErrorNotices } from '../host/errorNotices.ts';
import { localizer } from '../host/localize.ts';
import type { Log } from '../host/log.ts';
import { noticeText } from '../host/safeText.ts';
import type { SessionRegistry } from '../host/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { isRecord, jsonEqual, parseJson } from '../util/json.ts';
import type { DocumentSaves } from './documentSaves.ts';
import { documentSchema } from './documentSchema.ts';
import { type DocumentStates, toldSize } from './documentStates.ts';
import { type DocumentRef, isFolderUri, parseDocumentUri } from './documentUri.ts';
import type { NewObjects } from './newObjects.ts';
import { type Draft, draftText, objectKinds } from './objectKinds.ts';
import { ObjectSaves } from './objectSaves.ts';
import { openTypedText, typedText, typedTextStat } from './typedTexts.ts';

type ObjectRef = Extract<DocumentRef, { kind: 'object' }>;
type NewRef = Extract<DocumentRef, { kind: 'new' }>;

export interface FileSystemParts {
  readonly sessions: SessionRegistry;
  readonly states: DocumentStates;
  readonly notices: ErrorNotices;
  readonly log: Log;
  readonly saves: DocumentSaves;
  /** Told of a refused save, so that errors at fields can be shown there. */
  readonly onSaveFailed: (uri: vscode.Uri, error: unknown) => void;
  readonly dialogs: Dialogs;
  readonly newObjects: NewObjects;
}

/** An answer this fresh is the same reading: VS Code asks `stat` and `readFile` in one breath. */
const oneBreathMs = 250;

/** Jobs and groups as files whose saves are requests; see docs/architecture.md. */
export class ObjectFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #parts: FileSystemParts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #saves: ObjectSaves;
  readonly #saving = new Map<string, Promise<void>>();
  /** Documents that are saved although others changed them: the person has chosen so. */
  readonly #overwriting = new Set<string>();

  constructor(parts: FileSystemParts) {
    this.#parts = parts;
    this.#saves = new ObjectSaves(parts);
  }

  async stat(asked: vscode.Uri): Promise<vscode.FileStat> {
    const uri = this.#saves.madeInstead(asked);
    if (isFolderUri(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const ref = refOf(uri);
    if (ref.kind === 'schema') return fileStat(0, documentSchema(ref.objectKind).length, true);
    if (ref.view === 'typed') return typedTextStat(uri);
    if (ref.kind === 'new') return fileStat(1, draftText(objectKinds[ref.objectKind].empty).length);
    if (ref.view === 'server') {
      const draft = await this.#fetch(uri, ref);
      return fileStat(Date.now(), draftText(draft).length, true);
    }
    const state = await this.#current(uri, ref);
    // Older than anything: VS Code then has no reason to refuse the save.
    if (this.#overwriting.has(uri.toString())) return fileStat(1, 0);
    return fileStat(state.mtime, toldSize(state.version, draftText(state.latest).length));
  }

  async readFile(asked: vscode.Uri): Promise<Uint8Array> {
    const uri = this.#saves.madeInstead(asked);
    const ref = refOf(uri);
    if (ref.kind === 'schema') return encode(documentSchema(ref.objectKind));
    if (ref.view === 'typed') return encode(await typedText(uri));
    if (ref.kind === 'new') return encode(draftText(objectKinds[ref.objectKind].empty));
    if (ref.view === 'server') return encode(draftText(await this.#fetch(uri, ref)));
    const known = this.#parts.states.get(uri);
    const isFresh = known !== undefined && Date.now() - known.readAtMs < oneBreathMs;
    const draft = isFresh ? known.latest : await this.#fetch(uri, ref);
    const unsaved = unsavedValue(uri);
    // Unsaved text keeps its base: VS Code also reads to compare, and the text is not made from that.
    if (unsaved === undefined) this.#parts.states.opened(uri, draft);
    else this.#parts.states.seen(uri, draft, unsaved);
    return encode(draftText(draft));
  }

  /** The text of a document is another: so are comparisons with it. */
  edited(document: vscode.TextDocument): void {
    const typed = openTypedText(document);
    if (typed !== undefined) this.serverChanged(typed);
    this.#settled(document);
  }

  /** After a revert the text is the server's again, and is what further edits are made from. */
  #settled(document: vscode.TextDocument): void {
    // What a refused save said is about text that is no more.
    if (!document.isDirty) this.#parts.saves.settled(document.uri);
    const state = document.isDirty ? undefined : this.#parts.states.get(document.uri);
    if (
      state !== undefined &&
      state.base !== state.latest &&
      document.getText() === draftText(state.latest)
    ) {
      this.#parts.states.opened(document.uri, state.latest);
    }
  }

  /** The save is over: where the server stored something else than was typed, the editor gets to show that. */
  saved({ uri }: vscode.TextDocument): void {
    if (!this.#saves.takeStoredOtherwise(uri)) return;
    this.#parts.states.touch(uri);
    this.serverChanged(uri);
  }

  /** The store holds something newer of these objects: their editors are told. */
  storeChanged(session: ServerSession): void {
    for (const uri of this.#parts.states.openUris()) {
      const ref = parseDocumentUri(uri);
      if (ref?.kind !== 'object' || ref.serverId !== session.server.id) continue;
      const held = objectKinds[ref.objectKind].held(session, ref.id);
      const state = this.#parts.states.get(uri);
      if (held === undefined || state === undefined || jsonEqual(held, state.latest)) continue;
      this.#parts.states.seen(uri, held, unsavedValue(uri));
      this.serverChanged(uri);
    }
  }

  /** Saves; when it rejects, nothing was changed on the server and the document stays dirty. */
  async writeFile(asked: vscode.Uri, content: Uint8Array): Promise<void> {
    const uri = this.#saves.madeInstead(asked);
    const key = uri.toString();
    const previous = this.#saving.get(key) ?? Promise.resolve();
    const run = previous.catch(() => undefined).then(() => this.#save(uri, content));
    this.#saving.set(key, run);
    try {
      await run;
    } finally {
      if (this.#saving.get(key) === run) this.#saving.delete(key);
    }
  }

  /** Saves what the editor holds even where others changed the same fields meanwhile (decision 15). */
  async overwrite(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    this.#overwriting.add(key);
    try {
      await vscode.workspace.save(uri);
    } finally {
      this.#overwriting.delete(key);
    }
  }

  /** What the editor shows of an object is no longer what the server has. */
  serverChanged(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** The object is gone: VS Code crosses out the name of its editor and keeps what is unsaved. */
  #deleted(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #save(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const ref = refOf(uri);
    const { saves } = this.#parts;
    saves.started(uri);
    try {
      if (ref.kind === 'schema' || ref.view !== 'edited') throw vscode.FileSystemError.NoPermissions(uri);
      const text = new TextDecoder().decode(content);
      if (ref.kind === 'new') await this.#saveNew(uri, ref, text);
      else await this.#saveObject(uri, ref, text);
      this.#overwriting.delete(uri.toString());
      saves.settled(uri);
    } catch (error) {
      const told = this.#fileError(uri, error);
      saves.failed(uri, told.message);
      this.#parts.onSaveFailed(uri, error);
      throw told;
    }
  }

  async #saveNew(uri: vscode.Uri, ref: NewRef, text: string): Promise<void> {
    const { newObjects } = this.#parts;
    const made = await newObjects.madeFrom(uri);
    const madeRef = made === undefined ? undefined : parseDocumentUri(made);
    if (made !== undefined && madeRef?.kind === 'object') return this.#saveObject(made, madeRef, text);
    return newObjects.create(uri, ref, this.#session(uri, ref), text);
  }

  #saveObject(uri: vscode.Uri, ref: ObjectRef, text: string): Promise<void> {
    const session = this.#session(uri, ref);
    const isOverwriting = this.#overwriting.has(uri.toString());
    return this.#saves.save({ session, uri, ref, text, isOverwriting });
  }

  async #current(uri: vscode.Uri, ref: ObjectRef) {
    const known = this.#parts.states.get(uri);
    if (known !== undefined && Date.now() - known.readAtMs < oneBreathMs) return known;
    try {
      return this.#parts.states.seen(uri, await this.#fetch(uri, ref), unsavedValue(uri));
    } catch (error) {
      // Offline, the last known state lets the editor stay open; the save itself then says what is wrong.
      if (known === undefined || (error instanceof vscode.FileSystemError && error.code === 'FileNotFound'))
        throw error;
      return known;
    }
  }

  async #fetch(uri: vscode.Uri, ref: ObjectRef): Promise<Draft> {
    const session = this.#session(uri, ref);
    try {
      return await objectKinds[ref.objectKind].fetch(session, ref.id, this.#parts.states.baseOf(uri));
    } catch (error) {
      if (isNotFound(error)) {
        if (this.#parts.states.get(uri) !== undefined) this.#deleted(uri);
        throw vscode.FileSystemError.FileNotFound(uri);
      }
      throw this.#fileError(uri, error);
    }
  }

  #session(uri: vscode.Uri, ref: ObjectRef | NewRef): ServerSession {
    const session = this.#parts.sessions.get(ref.serverId);
    if (session !== undefined) return session;
    throw vscode.FileSystemError.Unavailable(
      localizer.t('The server of {path} is not configured any more.', { path: uri.path }),
    );
  }

  #fileError(uri: vscode.Uri, error: unknown): Error {
    if (error instanceof vscode.FileSystemError) return error;
    const ref = parseDocumentUri(uri);
    const server =
      ref === undefined || ref.kind === 'schema' ? undefined : this.#parts.sessions.get(ref.serverId)?.server;
    const text = this.#parts.notices.text(error, server);
    if (isApiError(error)) this.#parts.log.error(text);
    // VS Code puts it into a notification of its own, in which the server's words must make no links either.
    return vscode.FileSystemError.Unavailable(noticeText(text));
  }
}

function refOf(uri: vscode.Uri): DocumentRef {
  const ref = parseDocumentUri(uri);
  if (ref === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return ref;
}

/** The value of unsaved text in an editor; text that is not JSON yet has none. */
function unsavedValue(uri: vscode.Uri): Draft | undefined {
  const document = vscode.workspace.textDocuments.find(open => open.uri.toString() === uri.toString());
  if (!document?.isDirty) return undefined;
  try {
    const value = parseJson(document.getText());
    return isRecord(value) ? value : {};
  } catch {
    // Half-typed text changes no field yet; the save will say that it is not JSON.
    return {};
  }
}

function fileStat(mtime: number, size: number, isReadonly = false): vscode.FileStat {
  const base = { type: vscode.FileType.File, ctime: 0, mtime, size };
  return isReadonly ? { ...base, permissions: vscode.FilePermission.Readonly } : base;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
