import type * as vscode from 'vscode';
import './vscodeInNode.ts';
import type { FlatFiles } from '../../../src/workbench/platform/activation/lazyFileSystem.ts';
import { asTextDocument } from './asVSCode.ts';

const { documentEvents, user, TextDocumentSaveReason } = await import('./vscodeFake.ts');

/** What has the files: the whole extension, or only its file system. */
interface Files {
  readonly fileSystem: Pick<FlatFiles, 'stat' | 'readFile' | 'writeFile'>;
}

/** VS Code's own rejection of a save: `stat` reported something newer. */
export class NewerError extends Error {
  override readonly name = 'NewerError';
}

export interface SaveOptions {
  /** The button of VS Code's notification, or `files.saveConflictResolution` set to `overwriteFileOnDisk`. */
  readonly overwrites?: boolean;
}

/** VS Code's side of a document, in the order of its calls: `stat`, compare the etag, `writeFile`, `stat`. */
export class EditorInNode {
  readonly uri: vscode.Uri;
  readonly #app: Files;
  #stat: vscode.FileStat | undefined;
  isDirty = false;
  isClosed = false;
  text = '';

  private constructor(app: Files, uri: vscode.Uri) {
    this.#app = app;
    this.uri = uri;
  }

  static async open(app: Files, uri: vscode.Uri): Promise<EditorInNode> {
    const editor = new EditorInNode(app, uri);
    await editor.#load();
    user.documents.push(editor);
    documentEvents.opened.fire(editor);
    return editor;
  }

  /** Unsaved text that VS Code restores after a restart. */
  static restored(app: Files, uri: vscode.Uri, text: string): EditorInNode {
    const editor = new EditorInNode(app, uri);
    user.documents.push(editor);
    editor.text = text;
    editor.isDirty = true;
    documentEvents.opened.fire(editor);
    return editor;
  }

  getText(): string {
    return this.text;
  }

  positionAt(offset: number): object {
    return { offset };
  }

  /** As VS Code passes it to the extension. */
  get asVscode(): vscode.TextDocument {
    return asTextDocument(this);
  }

  get value(): Record<string, unknown> {
    return JSON.parse(this.text);
  }

  /** Changes fields of the object in the text. */
  type(fields: Readonly<Record<string, unknown>>): void {
    this.text = `${JSON.stringify({ ...this.value, ...fields }, undefined, 2)}\n`;
    // VS Code reports the first edit of a clean document before it marks the document as unsaved.
    documentEvents.changed.fire({ document: this, contentChanges: [{}] });
    if (this.isDirty) return;
    this.isDirty = true;
    documentEvents.changed.fire({ document: this, contentChanges: [] });
  }

  /** Rejects as VS Code does; `meanwhile` runs between `stat` and `writeFile`. */
  async save(
    { overwrites = false }: SaveOptions = {},
    meanwhile: () => unknown = () => undefined,
  ): Promise<void> {
    const saved = this.text;
    documentEvents.willSave.fire({ document: this, reason: TextDocumentSaveReason.Manual });
    const stat = await this.#app.fileSystem.stat(this.uri);
    if (!overwrites && this.#stat !== undefined && isNewer(stat, this.#stat)) throw new NewerError();
    await meanwhile();
    await this.#app.fileSystem.writeFile(this.uri, new TextEncoder().encode(saved), writeOptions);
    this.#take(await this.#app.fileSystem.stat(this.uri));
    // The extension host marks the document as clean even if the user typed in the meantime.
    this.isDirty = false;
    documentEvents.saved.fire(this);
  }

  /** Reloads a clean document, as VS Code does after a change event if the etag differs. */
  async reload(): Promise<void> {
    if (this.isDirty) return;
    const stat = await this.#app.fileSystem.stat(this.uri);
    if (this.#stat !== undefined && etag(stat) === etag(this.#stat)) return;
    await this.#load();
    documentEvents.changed.fire({ document: this, contentChanges: [{}] });
  }

  /** As in VS Code, reports the text if it differs, and then that the document is clean. */
  async revert(): Promise<void> {
    const before = this.text;
    await this.#load();
    this.isDirty = false;
    if (this.text !== before) documentEvents.changed.fire({ document: this, contentChanges: [{}] });
    documentEvents.changed.fire({ document: this, contentChanges: [] });
  }

  /** What VS Code shows next to the unsaved text when the user presses “Compare” in its notification. */
  async compare(): Promise<Record<string, unknown>> {
    return JSON.parse(new TextDecoder().decode(await this.#app.fileSystem.readFile(this.uri)));
  }

  close(): void {
    this.isClosed = true;
    user.documents.splice(user.documents.indexOf(this), 1);
    documentEvents.closed.fire(this);
  }

  async #load(): Promise<void> {
    const { fileSystem } = this.#app;
    const [stat, content] = await Promise.all([fileSystem.stat(this.uri), fileSystem.readFile(this.uri)]);
    this.#take(stat);
    this.text = new TextDecoder().decode(content);
  }

  #take(stat: vscode.FileStat): void {
    if (this.#stat === undefined || this.#stat.mtime <= stat.mtime) this.#stat = stat;
  }
}

const writeOptions = { create: false, overwrite: true };

function etag({ mtime, size }: Pick<vscode.FileStat, 'mtime' | 'size'>): string {
  return `${mtime} ${size}`;
}

/** A newer timestamp counts only if the size differs as well. */
function isNewer(current: vscode.FileStat, known: vscode.FileStat): boolean {
  return known.mtime < current.mtime && etag(known) !== etag({ mtime: known.mtime, size: current.size });
}
