import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { documentEvents, type FakeDocument, user } from '../support/vscode/vscodeFake.ts';
import type { WholeApp } from '../support/wholeApp.ts';

export interface WindowEditorParts {
  readonly files: WholeApp['fileSystem'];
  /** The folder for backups of unsaved text. */
  readonly backups: string;
  /** Waits up to this many milliseconds. */
  readonly pause: (atMostMs: number) => Promise<void>;
}

/** VS Code's side of an editor: its text, whether it is saved, and the backup of unsaved changes. */
export class WindowEditor implements FakeDocument {
  readonly uri: vscode.Uri;
  readonly #parts: WindowEditorParts;
  readonly #backup: string;
  isDirty = false;
  isClosed = false;
  text = '';

  constructor(parts: WindowEditorParts, uri: vscode.Uri) {
    this.#parts = parts;
    this.uri = uri;
    this.#backup = join(parts.backups, `${Buffer.from(uri.toString()).toString('hex')}.json`);
  }

  getText(): string {
    return this.text;
  }

  positionAt(offset: number): object {
    return { offset };
  }

  async open(): Promise<void> {
    await this.#parts.files.stat(this.uri);
    this.text = new TextDecoder().decode(await this.#parts.files.readFile(this.uri));
    this.#opened();
  }

  async type(name: string): Promise<void> {
    this.text = this.text
      .replace(/"name": ".*"/, `"name": ${JSON.stringify(name)}`)
      .replace('"policies": []', '"policies": [1]');
    this.isDirty = true;
    documentEvents.changed.fire({ document: this, contentChanges: [{}] });
    await this.#parts.pause(10);
    writeFileSync(this.#backup, JSON.stringify({ uri: this.uri.toString(), text: this.text }));
  }

  restore(text: string): void {
    this.text = text;
    this.isDirty = true;
    this.#opened();
  }

  /** Listeners are notified of a document once it has its text. */
  #opened(): void {
    user.documents.push(this);
    documentEvents.opened.fire(this);
  }

  async save(): Promise<void> {
    await this.#parts.files.stat(this.uri);
    await this.#parts.files.writeFile(this.uri, new TextEncoder().encode(this.text));
    this.isDirty = false;
    await this.#parts.pause(10);
    unlinkSync(this.#backup);
    documentEvents.saved.fire(this);
  }
}
