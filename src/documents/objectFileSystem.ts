import * as vscode from 'vscode';
import type { Dialogs } from '../host/dialogs.ts';
import type { SaveReasons } from '../host/saveReasons.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { jsonEqual } from '../util/json.ts';
import type { DocumentEncodings } from './documentEncodings.ts';
import type { DocumentSaves } from './documentSaves.ts';
import { documentSchema } from './documentSchema.ts';
import { type DocumentServerParts, DocumentServers } from './documentServers.ts';
import { type DocumentStates, toldSize } from './documentStates.ts';
import { type DocumentRef, isFolderUri, parseDocumentUri } from './documentUri.ts';
import { FileWrites } from './fileWrites.ts';
import type { NewObjects } from './newObjects.ts';
import { draftText, objectKinds } from './objectKinds.ts';
import { isShowing, ObjectReadings, unsavedValue } from './objectReadings.ts';
import { ObjectSaves } from './objectSaves.ts';
import { openTypedText, typedText, typedTextStat } from './typedTexts.ts';

export interface FileSystemParts extends DocumentServerParts {
  readonly states: DocumentStates;
  readonly saves: DocumentSaves;
  /** Told of a refused save, so that errors at fields can be shown there. */
  readonly onSaveFailed: (uri: vscode.Uri, error: unknown) => void;
  readonly dialogs: Dialogs;
  readonly newObjects: NewObjects;
  readonly saveReasons: SaveReasons;
  readonly encodings: DocumentEncodings;
}

/** Jobs and groups as files whose saves are requests; see docs/architecture.md. */
export class ObjectFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #parts: FileSystemParts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #readings: ObjectReadings;
  readonly #objects: ObjectSaves;
  readonly #writes: FileWrites;

  constructor(parts: FileSystemParts) {
    this.#parts = parts;
    const servers = new DocumentServers(parts);
    const { states } = parts;
    this.#readings = new ObjectReadings({ states, servers, onGone: uri => this.#deleted(uri) });
    this.#objects = new ObjectSaves(parts);
    this.#writes = new FileWrites({ ...parts, servers, objects: this.#objects });
  }

  async stat(asked: vscode.Uri): Promise<vscode.FileStat> {
    const uri = this.#objects.madeInstead(asked);
    if (isFolderUri(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const ref = refOf(uri);
    if (ref.kind === 'schema') return fileStat(0, documentSchema(ref.objectKind).length, true);
    if (ref.view === 'typed') return typedTextStat(uri);
    if (ref.kind === 'new') return fileStat(1, draftText(objectKinds[ref.objectKind].empty).length);
    if (ref.view === 'server') {
      const draft = await this.#readings.fetch(uri, ref);
      return fileStat(Date.now(), draftText(draft).length, true);
    }
    const state = await this.#readings.look(uri, ref);
    // Older than anything: VS Code then has no reason to refuse the save.
    if (this.#writes.isOverwriting(uri)) return fileStat(1, 0);
    return fileStat(state.mtime, toldSize(state.version, draftText(state.latest).length));
  }

  async readFile(asked: vscode.Uri): Promise<Uint8Array> {
    const uri = this.#objects.madeInstead(asked);
    const ref = refOf(uri);
    if (ref.kind === 'schema') return encode(documentSchema(ref.objectKind));
    if (ref.view === 'typed') return encode(await typedText(uri));
    if (ref.kind === 'new') return encode(draftText(objectKinds[ref.objectKind].empty));
    if (ref.view === 'server') return encode(draftText(await this.#readings.fetch(uri, ref)));
    const text = draftText(await this.#readings.open(uri, ref));
    this.#parts.encodings.given(asked, text);
    return encode(text);
  }

  /** The text of a document is another: so are comparisons with it. */
  edited(document: vscode.TextDocument): void {
    const typed = openTypedText(document);
    if (typed !== undefined) this.#serverChanged(typed);
    this.#settled(document);
  }

  /** After a revert, or once VS Code shows what it read anew, further edits are made from the server's text. */
  #settled(document: vscode.TextDocument): void {
    // What a refused save said is about text that is no more.
    if (!document.isDirty) this.#parts.saves.settled(document.uri);
    const state = document.isDirty ? undefined : this.#parts.states.get(document.uri);
    if (state !== undefined && state.base !== state.latest && isShowing(document, state.latest))
      this.#parts.states.opened(document.uri, state.latest);
  }

  /** The save is over: where the server stored something else than was typed, the editor gets to show that. */
  saved({ uri }: vscode.TextDocument): void {
    if (!this.#objects.takeStoredOtherwise(uri)) return;
    this.#parts.states.touch(uri);
    this.#serverChanged(uri);
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
      this.#serverChanged(uri);
    }
  }

  /** Saves; when it rejects, nothing was changed on the server and the document stays dirty. */
  async writeFile(asked: vscode.Uri, content: Uint8Array): Promise<void> {
    this.#parts.saveReasons.expectPerson(asked);
    this.#parts.encodings.expectUtf8(asked, content);
    const uri = this.#objects.madeInstead(asked);
    await this.#writes.write(uri, refOf(uri), content);
  }

  /** Saves what the editor holds even where others changed the same fields meanwhile (decision 15). */
  overwrite(uri: vscode.Uri): Promise<void> {
    return this.#writes.overwrite(uri);
  }

  /** What the editor shows of an object is no longer what the server has. */
  #serverChanged(uri: vscode.Uri): void {
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
}

function refOf(uri: vscode.Uri): DocumentRef {
  const ref = parseDocumentUri(uri);
  if (ref === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return ref;
}

function fileStat(mtime: number, size: number, isReadonly = false): vscode.FileStat {
  const base = { type: vscode.FileType.File, ctime: 0, mtime, size };
  return isReadonly ? { ...base, permissions: vscode.FilePermission.Readonly } : base;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
