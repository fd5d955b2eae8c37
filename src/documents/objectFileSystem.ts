import * as vscode from 'vscode';
import { type FlatFiles, fileStat } from '../platform/lazyFileSystem.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { DocumentEncodings } from './documentEncodings.ts';
import { schemaNamed } from './documentSchema.ts';
import { type DocumentServerParts, DocumentServers } from './documentServers.ts';
import { type DocumentRef, editedUri, isFolderUri, type ObjectRef, parseDocumentUri } from './documentUri.ts';
import { draftText, objectKinds } from './objectKinds.ts';
import { isShowing, ObjectReadings } from './objectReadings.ts';
import { type ObjectSaveParts, ObjectSaves } from './objectSaves.ts';
import { SaveProtocol, type SaveProtocolParts } from './saveProtocol.ts';
import { openTypedText, typedText, typedTextStat } from './typedTexts.ts';

/** What reading and saving need; `encodings` also records what VS Code was given. */
export interface FileSystemParts
  extends DocumentServerParts,
    Pick<ObjectSaveParts, 'dialogs' | 'compare'>,
    Omit<SaveProtocolParts, 'objects' | 'servers' | 'encodings'> {
  readonly encodings: Pick<DocumentEncodings, 'given' | 'isUtf8'>;
}

/** Presents jobs and groups as files whose saves send requests; see docs/design.md. */
export class ObjectFileSystem implements FlatFiles, vscode.Disposable {
  readonly #parts: FileSystemParts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #readings: ObjectReadings;
  readonly #objects: ObjectSaves;
  readonly saves: SaveProtocol;

  constructor(parts: FileSystemParts) {
    this.#parts = parts;
    const servers = new DocumentServers(parts);
    this.#readings = new ObjectReadings({
      versions: parts.versions,
      servers,
      onDeleted: uri => {
        parts.versions.deleted(uri);
        this.#fire(uri, vscode.FileChangeType.Deleted);
      },
    });
    this.#objects = new ObjectSaves(parts);
    this.saves = new SaveProtocol({ ...parts, servers, objects: this.#objects });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolderUri(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const ref = this.#refOf(uri);
    if (ref.kind === 'schema') return fileStat(0, schemaNamed(ref.name, ref.objectKind).length, true);
    if (ref.view === 'typed') return typedTextStat(uri);
    if (ref.kind === 'new') return fileStat(1, draftText(objectKinds[ref.objectKind].empty).length);
    if (ref.view === 'edited') return this.#statEdited(uri, ref);
    const { draft } = await this.#readings.read(uri, ref);
    return fileStat(Date.now(), draftText(draft).length, true);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const ref = await this.#createdOr(uri, this.#refOf(uri));
    if (ref.kind === 'schema') return encode(schemaNamed(ref.name, ref.objectKind));
    if (ref.view === 'typed') return encode(await typedText(uri));
    if (ref.kind === 'new') return encode(draftText(objectKinds[ref.objectKind].empty));
    const isEdited = ref.view === 'edited';
    const draft = isEdited
      ? await this.#readings.open(uri, ref)
      : (await this.#readings.read(uri, ref)).draft;
    this.saves.compared(editedUri(uri), draft);
    const text = draftText(draft);
    if (isEdited) this.#parts.encodings.given(uri, text);
    return encode(text);
  }

  /** VS Code is about to save the document: it calls `stat`, `writeFile` and again `stat`. */
  willSave({ uri }: vscode.TextDocument): void {
    this.saves.willSave(uri);
  }

  /** Saves the document. If it rejects, nothing was changed on the server and the document stays dirty. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const ref = this.#refOf(uri);
    try {
      await this.saves.write(uri, ref, content);
    } finally {
      const session = ref.kind === 'object' ? this.#parts.sessions.get(ref.serverId) : undefined;
      if (session !== undefined) this.storeChanged(session);
    }
  }

  /** The save is over. If the server stored something other than what was typed, the editor should show that. */
  saved(document: vscode.TextDocument): void {
    const { uri } = document;
    this.saves.settled(uri);
    if (this.saves.isUnsaved(document)) return;
    this.#readings.settle(document);
    const latest = this.#parts.versions.get(uri)?.latest;
    if (latest !== undefined && !isShowing(document, latest.draft)) this.#serverChanged(uri);
  }

  /** Runs an operation that writes the object of a document without saving the document. */
  async whileWriting<T>(uri: vscode.Uri, session: ServerSession, run: () => Promise<T>): Promise<T> {
    try {
      return await this.saves.whileWriting(uri, run);
    } finally {
      this.storeChanged(session);
    }
  }

  /** The document was opened, changed or saved, which affects comparisons with it. */
  edited(document: vscode.TextDocument): void {
    const typed = openTypedText(document);
    if (typed !== undefined) this.#serverChanged(typed);
    if (document.isDirty) return;
    this.saves.settled(document.uri);
    this.#readings.settle(document);
  }

  closed(uri: vscode.Uri): void {
    this.#objects.closed(uri);
    this.saves.closed(uri);
    this.#readings.closed(uri);
    this.#parts.versions.closed(uri);
  }

  /** The store has newer versions of objects: makes VS Code read their documents again. */
  storeChanged(session: ServerSession): void {
    for (const uri of this.#parts.versions.openUris) {
      const ref = this.#refOf(uri);
      if (ref.kind !== 'object' || ref.serverId !== session.server.id || this.saves.isWriting(uri)) continue;
      if (this.#readings.takeStored(uri, ref, session)) this.#serverChanged(uri);
    }
  }

  /** Tells VS Code that an object on the server differs from its editor. */
  #serverChanged(uri: vscode.Uri): void {
    this.#fire(uri, vscode.FileChangeType.Changed);
  }

  /** For a deleted object, VS Code strikes through the name of its editor and keeps unsaved changes. */
  #fire(uri: vscode.Uri, type: vscode.FileChangeType): void {
    this.#changed.fire([{ type, uri }]);
  }

  async #statEdited(uri: vscode.Uri, ref: ObjectRef): Promise<vscode.FileStat> {
    // A new reading at the start of a save, because otherwise a conflict would only show later and in another way.
    const known = await this.#readings.current(uri, ref, this.saves.isBeginning(uri));
    return this.saves.stat(uri, known);
  }

  #refOf(uri: vscode.Uri): DocumentRef {
    const instead = this.#objects.createdInstead(editedUri(uri));
    const ref = parseDocumentUri(instead.with({ query: uri.query }));
    if (ref === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return ref;
  }

  /** Once an object was created from a new document, that document refers to the object. */
  async #createdOr(uri: vscode.Uri, ref: DocumentRef): Promise<DocumentRef> {
    if (ref.kind !== 'new') return ref;
    const created = await this.#parts.newObjects.createdFrom(editedUri(uri));
    return created === undefined ? ref : { ...created.ref, view: ref.view };
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
