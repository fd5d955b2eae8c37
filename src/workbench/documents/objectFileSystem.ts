import * as vscode from 'vscode';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import { documentSchemaText } from '../../api/model/documentSchema.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type FlatFiles, fileStat } from '../platform/activation/lazyFileSystem.ts';
import { localizer } from '../platform/localize.ts';
import type { FileErrorParts } from './documentErrors.ts';
import { isShowing } from './documentText.ts';
import { isFolderUri, parseDocumentUri, textDocument, toTypedTextUri } from './documentUri.ts';
import type { NewObjects } from './newObjects.ts';
import { draftText, objectKinds } from './objectKinds.ts';
import { ObjectReadings } from './objectReadings.ts';
import type { OpenDocument } from './openDocument.ts';
import type { OpenDocuments } from './openDocuments.ts';
import type { Saves } from './save.ts';

export interface FileSystemParts extends FileErrorParts {
  readonly documents: OpenDocuments;
  readonly saves: Saves;
  readonly newObjects: Pick<NewObjects, 'createdFrom'>;
  /** The JSON schemas of contributions, by the name in their URLs. */
  readonly schemas: ReadonlyMap<string, (kind: ObjectKind) => string>;
}

/** Presents jobs and groups as files whose saves send requests; see docs/design.md. */
export class ObjectFileSystem implements FlatFiles, vscode.Disposable {
  readonly #parts: FileSystemParts;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #readings: ObjectReadings;
  readonly #subscriptions: vscode.Disposable;

  constructor(parts: FileSystemParts) {
    this.#parts = parts;
    this.#readings = new ObjectReadings({
      ...parts,
      onDeleted: document => {
        document.deleted();
        // VS Code strikes through the name of its editor and keeps unsaved changes.
        this.#fire(document.uri, vscode.FileChangeType.Deleted);
      },
    });
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(text => this.#edited(text)),
      vscode.workspace.onDidChangeTextDocument(({ document: text }) => this.#edited(text)),
      vscode.workspace.onWillSaveTextDocument(({ document: text }) => {
        const document = parts.documents.ofText(text);
        if (document !== undefined) parts.saves.willSave(document);
      }),
      vscode.workspace.onDidSaveTextDocument(text => this.#saved(text)),
      this.#changed,
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolderUri(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const place = this.#placeOf(uri);
    if (place.kind === 'schema') return fileStat(0, place.text.length, true);
    const { document, view } = place;
    const { ref, text } = document;
    if (view === 'typed') return fileStat(text?.version ?? 0, text?.getText().length ?? 0, true);
    if (ref.kind === 'new') return fileStat(1, emptyText(ref.objectKind).length);
    if (view === 'edited') {
      // A new reading at the start of a save, because otherwise a conflict would only show later and in another way.
      const reading = await this.#readings.current(document, ref, document.saving.isBeforeWrite);
      return this.#parts.saves.stat(document, reading);
    }
    const { draft } = await this.#readings.read(document, ref);
    return fileStat(Date.now(), draftText(draft).length, true);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const place = this.#placeOf(uri);
    if (place.kind === 'schema') return encode(place.text);
    const { document, view } = place;
    if (view === 'typed') return encode(await readTypedText(document));
    const ref =
      document.ref.kind === 'object'
        ? document.ref
        : (await this.#parts.newObjects.createdFrom(document))?.ref;
    if (ref === undefined) return encode(emptyText(document.ref.objectKind));
    const draft =
      view === 'edited'
        ? await this.#readings.open(document, ref)
        : (await this.#readings.read(document, ref)).draft;
    document.saving.compared(draft);
    const text = draftText(draft);
    if (view === 'edited') document.encoding.given(text);
    return encode(text);
  }

  /** Saves the document. If it rejects, nothing was changed on the server and the document stays dirty. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const place = this.#placeOf(uri);
    if (place.kind === 'schema' || place.view !== 'edited') throw vscode.FileSystemError.NoPermissions(uri);
    const { document } = place;
    try {
      await this.#parts.saves.write(document, content);
    } finally {
      if (document.knownSession !== undefined) this.storeChanged(document.knownSession);
    }
  }

  /** Runs an operation that writes the object of a document without saving the document. */
  async whileWriting<T>(document: OpenDocument, run: () => Promise<T>): Promise<T> {
    const { session } = document;
    try {
      return await document.inTurn(() => run().finally(() => document.saving.forgetBase()));
    } finally {
      this.storeChanged(session);
    }
  }

  /** The store has newer versions of objects: makes VS Code read their documents again. */
  storeChanged(session: ServerSession): void {
    for (const document of this.#parts.documents.all) {
      const { ref, isWriting } = document;
      if (ref.kind !== 'object' || ref.serverId !== session.server.id || isWriting) continue;
      if (this.#readings.takeStored(document, ref, session)) this.#fire(document.uri);
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** The document was opened, changed or saved, which affects comparisons with it. */
  #edited(text: vscode.TextDocument): void {
    const document = this.#parts.documents.ofText(text);
    if (document === undefined) return;
    const typed = toTypedTextUri(document.uri);
    if (textDocument(typed) !== undefined) this.#fire(typed);
    if (!text.isDirty) this.#settle(document);
  }

  /** The save is over. If the server stored something other than what was typed, the editor should show that. */
  #saved(text: vscode.TextDocument): void {
    const document = this.#parts.documents.ofText(text);
    if (document === undefined) return;
    this.#parts.saves.settle(document);
    if (text.isDirty) return;
    this.#settle(document);
    const { latest } = document;
    if (latest !== undefined && !isShowing(text, latest.draft)) this.#fire(document.uri);
  }

  #settle(document: OpenDocument): void {
    this.#parts.saves.settle(document);
    document.settle();
  }

  /** Makes VS Code read a file again. */
  #fire(uri: vscode.Uri, type = vscode.FileChangeType.Changed): void {
    this.#changed.fire([{ type, uri }]);
  }

  #placeOf(uri: vscode.Uri) {
    const ref = parseDocumentUri(uri);
    if (ref?.kind === 'schema') return { kind: ref.kind, text: this.#schemaText(ref.name, ref.objectKind) };
    const document = this.#parts.documents.of(uri);
    if (ref === undefined || document === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { kind: 'document', document, view: ref.view } as const;
  }

  #schemaText(name: string, kind: ObjectKind): string {
    return this.#parts.schemas.get(name)?.(kind) ?? documentSchemaText(kind, localizer);
  }
}

/**
 * The current text of a document as a file. Comparisons show this instead of the document, because VS Code asks about
 * unsaved changes when an editor closes, even if the document is open in another one. A comparison that was restored
 * with its window may be read before its document is open.
 */
async function readTypedText({ uri, text }: OpenDocument): Promise<string> {
  const open = text ?? (await vscode.workspace.openTextDocument(uri));
  return open.getText();
}

function emptyText(kind: ObjectKind): string {
  return draftText(objectKinds[kind].empty);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
