import * as vscode from 'vscode';
import type { DocumentSaves } from './documentSaves.ts';
import type { DocumentServers } from './documentServers.ts';
import { type DocumentRef, type NewRef, type ObjectRef, parseDocumentUri } from './documentUri.ts';
import type { NewObjects } from './newObjects.ts';
import type { ObjectSaves } from './objectSaves.ts';

export interface FileWriteParts {
  readonly objects: ObjectSaves;
  readonly newObjects: NewObjects;
  readonly servers: DocumentServers;
  /** How the last save of each document stands. */
  readonly saves: DocumentSaves;
  /** Told of a refused save, so that errors at fields can be shown there. */
  readonly onSaveFailed: (uri: vscode.Uri, error: unknown) => void;
}

/** Saves documents of objects and of new ones, each document once at a time. Errors are made for VS Code. */
export class FileWrites {
  readonly #parts: FileWriteParts;
  readonly #saving = new Map<string, Promise<void>>();
  /** Documents that are saved although others changed them: the person has chosen so. */
  readonly #overwriting = new Set<string>();

  constructor(parts: FileWriteParts) {
    this.#parts = parts;
  }

  /** When it rejects, nothing was changed on the server, and the document stays dirty. */
  async write(uri: vscode.Uri, ref: DocumentRef, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const previous = this.#saving.get(key) ?? Promise.resolve();
    const run = previous.catch(() => undefined).then(() => this.#saveNow(uri, ref, content));
    this.#saving.set(key, run);
    try {
      await run;
    } finally {
      if (this.#saving.get(key) === run) this.#saving.delete(key);
    }
  }

  /** Has VS Code save what the editor holds even where others changed the same fields meanwhile (decision 15). */
  async overwrite(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    this.#overwriting.add(key);
    try {
      await vscode.workspace.save(uri);
    } finally {
      this.#overwriting.delete(key);
    }
  }

  isOverwriting(uri: vscode.Uri): boolean {
    return this.#overwriting.has(uri.toString());
  }

  async #saveNow(uri: vscode.Uri, ref: DocumentRef, content: Uint8Array): Promise<void> {
    const { saves, servers, onSaveFailed } = this.#parts;
    saves.started(uri);
    try {
      if (ref.kind === 'schema' || ref.view !== 'edited') throw vscode.FileSystemError.NoPermissions(uri);
      const text = new TextDecoder().decode(content);
      if (ref.kind === 'new') await this.#saveNew(uri, ref, text);
      else await this.#saveObject(uri, ref, text);
      this.#overwriting.delete(uri.toString());
      saves.settled(uri);
    } catch (error) {
      const told = servers.fileError(uri, error);
      saves.failed(uri, told.message);
      onSaveFailed(uri, error);
      throw told;
    }
  }

  async #saveNew(uri: vscode.Uri, ref: NewRef, text: string): Promise<void> {
    const { newObjects, servers } = this.#parts;
    const made = await newObjects.madeFrom(uri);
    const madeRef = made === undefined ? undefined : parseDocumentUri(made);
    if (made !== undefined && madeRef?.kind === 'object') return this.#saveObject(made, madeRef, text);
    return newObjects.create(uri, ref, servers.session(uri, ref), text);
  }

  #saveObject(uri: vscode.Uri, ref: ObjectRef, text: string): Promise<void> {
    const session = this.#parts.servers.session(uri, ref);
    return this.#parts.objects.save({ session, uri, ref, text, isOverwriting: this.isOverwriting(uri) });
  }
}
