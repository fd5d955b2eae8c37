import * as vscode from 'vscode';
import { scheme } from '../platform/ids.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { BaseMemory } from './baseMemory.ts';
import { findEditedUri, parseDocumentUri } from './documentUri.ts';
import { OpenDocument } from './openDocument.ts';

export interface RejectedSave {
  readonly document: OpenDocument;
  /** The fields that it was rejected for; may be empty. */
  readonly fields: readonly string[];
}

/** All open documents of jobs and groups. */
export class OpenDocuments implements vscode.Disposable {
  readonly #documents = new Map<string, OpenDocument>();
  readonly #sessions: Pick<SessionRegistry, 'get'>;
  readonly #memory: BaseMemory;
  readonly #changed = new vscode.EventEmitter<OpenDocument>();
  readonly #rejected = new vscode.EventEmitter<RejectedSave>();
  /** Fires when something new is known about a document. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a save was rejected, after its problems are known. */
  readonly onDidRejectSave = this.#rejected.event;
  readonly #subscription: vscode.Disposable;

  constructor(sessions: Pick<SessionRegistry, 'get'>, memory: BaseMemory) {
    this.#sessions = sessions;
    this.#memory = memory;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(text => this.ofText(text)?.encoding.opened(text)),
      vscode.workspace.onDidChangeTextDocument(({ document: text }) => this.ofText(text)?.edited(text)),
      vscode.workspace.onWillSaveTextDocument(({ document: text }) =>
        this.ofText(text)?.encoding.willSave(text),
      ),
      vscode.workspace.onDidSaveTextDocument(text => {
        const document = this.ofText(text);
        document?.outcome.saved();
        document?.encoding.saved();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
        // A language change only closes a document for a moment; `isClosed` is false in that case.
        if (isClosed) this.#close(uri.toString());
      }),
    );
  }

  get all(): readonly OpenDocument[] {
    return [...this.#documents.values()];
  }

  /** The document that a URI, also one of its read-only views, belongs to; `undefined` if it is of no object. */
  of(uri: vscode.Uri): OpenDocument | undefined {
    const edited = findEditedUri(uri);
    const known = this.#documents.get(edited.toString());
    const ref = known === undefined ? parseDocumentUri(edited) : undefined;
    if (ref === undefined || ref.kind === 'schema') return known;
    const document = new OpenDocument(edited, ref, {
      sessions: this.#sessions,
      memory: this.#memory,
      onChange: changed => this.#changed.fire(changed),
      onRejected: (rejected, fields) => this.#rejected.fire({ document: rejected, fields }),
    });
    this.#documents.set(edited.toString(), document);
    return document;
  }

  /** The document whose own text this is; `undefined` for its read-only views. */
  ofText({ uri }: Pick<vscode.TextDocument, 'uri'>): OpenDocument | undefined {
    return uri.scheme === scheme && uri.query === '' ? this.of(uri) : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#rejected.dispose();
  }

  #close(key: string): void {
    this.#documents.get(key)?.close();
    this.#documents.delete(key);
  }
}
