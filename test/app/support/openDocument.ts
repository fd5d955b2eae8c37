import type { Uri } from 'vscode';
import type { WholeApp } from '../../support/wholeApp.ts';

const { documentEvents, user, TextDocumentSaveReason } = await import('../../support/vscode/vscodeFake.ts');

/** A document in a VS Code editor, with the parts that saving needs. */
export class OpenDocument {
  readonly uri: Uri;
  readonly languageId = 'device-automation-job';
  readonly eol = 1;
  readonly #app: WholeApp;
  isDirty = false;
  isClosed = false;
  version = 1;
  text = '';

  private constructor(app: WholeApp, uri: Uri) {
    this.#app = app;
    this.uri = uri;
  }

  static async open(app: WholeApp, uri: Uri): Promise<OpenDocument> {
    const document = new OpenDocument(app, uri);
    await app.fileSystem.stat(uri);
    document.text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
    user.documents.push(document);
    documentEvents.opened.fire(document);
    return document;
  }

  getText(): string {
    return this.text;
  }

  positionAt(offset: number): object {
    return { offset };
  }

  edit(change: (text: string) => string): void {
    this.text = change(this.text);
    this.isDirty = true;
    this.version += 1;
    documentEvents.changed.fire({ document: this, contentChanges: [{}] });
  }

  /** Saves as Ctrl+S does when the server has nothing newer. */
  async save(): Promise<void> {
    documentEvents.willSave.fire({ document: this, reason: TextDocumentSaveReason.Manual });
    await this.#app.fileSystem.writeFile(this.uri, new TextEncoder().encode(this.text));
    this.isDirty = false;
    documentEvents.saved.fire(this);
  }

  close(): void {
    this.isClosed = true;
    user.documents.splice(user.documents.indexOf(this), 1);
    documentEvents.closed.fire(this);
  }
}
