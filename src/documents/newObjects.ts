import * as vscode from 'vscode';
import { isAbort, OutcomeError } from '../api/errors/errors.ts';
import type { CreateRecord, CreateRecords } from '../journal/createRecords.ts';
import { CreateDeclined, type LostCreates } from '../notices/lostCreates.ts';
import type { Log } from '../platform/log.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { readDocumentText } from './documentText.ts';
import { type NewRef, type ObjectRef, objectUri, parseDocumentUri } from './documentUri.ts';
import type { DocumentVersions } from './documentVersions.ts';
import { objectKinds } from './objectKinds.ts';

/** Where an object belongs, whether it is there or not. */
type ObjectPlace = Pick<NewRef | ObjectRef, 'serverId' | 'objectKind'>;

/** An object that was created of the text of a document, and its own document. */
export interface CreatedFrom {
  readonly uri: vscode.Uri;
  readonly ref: ObjectRef;
}

export interface NewObjectParts {
  readonly creates: LostCreates;
  readonly records: CreateRecords;
  readonly versions: DocumentVersions;
  readonly log: Log;
  /** Called with the name of each group that was created. */
  readonly onGroupCreated: (session: ServerSession, name: string) => void;
  /**
   * Called after each save of `from`, whose object has a document of its own now: that one's tab is to take the
   * place of the one it was typed in, unless its text is no longer the one that was saved.
   */
  readonly onCreated: (from: vscode.Uri, to: vscode.Uri | undefined, savedText: string) => void;
}

/** Creates objects of documents that stand for none yet. */
export class NewObjects {
  readonly #parts: NewObjectParts;
  /** Objects created from a "new" document whose tab is not closed yet: a second save must not create again. */
  readonly #created = new Map<string, vscode.Uri>();
  /** Names under which a create was sent that may have been carried out. */
  readonly #doubtful = new Map<string, string>();

  constructor(parts: NewObjectParts) {
    this.#parts = parts;
  }

  /** The object that was created from this document, also before VS Code ended and came back. */
  async createdFrom(uri: vscode.Uri): Promise<CreatedFrom | undefined> {
    const key = uri.toString();
    if (!this.#created.has(key) && !this.#doubtful.has(key)) {
      const record = await this.#parts.records.read(key);
      if (record?.target !== undefined) this.#recall(uri, vscode.Uri.parse(record.target, true), record);
      else if (record !== undefined) this.#doubtful.set(key, record.name);
    }
    const target = this.#created.get(key);
    const ref = target === undefined ? undefined : parseDocumentUri(target);
    return target === undefined || ref?.kind !== 'object' ? undefined : { uri: target, ref };
  }

  async create(uri: vscode.Uri, ref: ObjectPlace, session: ServerSession, text: string): Promise<void> {
    const { creates, records, versions, log } = this.#parts;
    const acts = objectKinds[ref.objectKind];
    const key = uri.toString();
    const draft = readDocumentText(text, acts, true);
    const name = String(draft['name'] ?? '');
    const send = async () => {
      await records.write(key, { name, draft });
      return acts.create(session, draft);
    };
    const doubtfulName = this.#doubtful.has(key) ? this.#doubtful.get(key) || name : undefined;
    const created = await creates
      .create({ session, kind: ref.objectKind, name, send, doubtfulName })
      .catch((error: unknown) => this.#failed(key, name, error));
    this.#doubtful.delete(key);
    const target =
      created.id === undefined
        ? undefined
        : objectUri(ref.serverId, ref.objectKind, created.id, created.name);
    if (target !== undefined) {
      this.#created.set(key, target);
      const base = { text: draft, stored: created.stored, origin: session.server.url };
      versions.created(uri, base);
      const { stored, origin } = base;
      // It exists, whatever becomes of the note: without it, a save after a crash asks first.
      await records
        .write(key, { name, draft, stored, origin, target: target.toString() })
        .catch((error: unknown) => log.error(`what was created could not be noted: ${String(error)}`));
    }
    log.info(`${session.server.name}: created ${ref.objectKind} ${created.id ?? '(no id)'}`);
    this.swap(uri, target, text);
    if (ref.objectKind === 'group') this.#parts.onGroupCreated(session, created.name);
  }

  /** The text was saved: it goes on in the document of its object. */
  swap(from: vscode.Uri, to: vscode.Uri | undefined, savedText: string): void {
    this.#parts.onCreated(from, to, savedText);
  }

  /** The document is closed, and with it every reason to remember what was created of it. */
  async closed(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    this.#created.delete(key);
    this.#doubtful.delete(key);
    await this.#parts.records.forget(key);
  }

  #recall(uri: vscode.Uri, target: vscode.Uri, { draft, stored, origin }: CreateRecord): void {
    this.#created.set(uri.toString(), target);
    const { versions } = this.#parts;
    if (versions.hasBase(uri) || stored === undefined || origin === undefined) return;
    versions.created(uri, { text: draft, stored, origin });
  }

  async #failed(key: string, name: string, error: unknown): Promise<never> {
    if (error instanceof OutcomeError || isAbort(error)) this.#doubtful.set(key, name);
    else if (!(error instanceof CreateDeclined) && !this.#doubtful.has(key)) {
      await this.#parts.records.forget(key);
    }
    throw error;
  }
}
