import * as vscode from 'vscode';
import { isAbort, OutcomeError } from '../api/errors.ts';
import type { Log } from '../host/log.ts';
import { CreateDeclined, type LostCreates } from '../host/lostCreates.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { CreateRecords } from './createRecords.ts';
import type { DocumentStates } from './documentStates.ts';
import { readDocumentText } from './documentText.ts';
import { type NewRef, type ObjectRef, objectUri } from './documentUri.ts';
import { objectKinds } from './objectKinds.ts';

/** Where an object belongs, whether it is there or not. */
type ObjectPlace = Pick<NewRef | ObjectRef, 'serverId' | 'objectKind'>;

export interface NewObjectParts {
  readonly creates: LostCreates;
  readonly records: CreateRecords;
  readonly states: DocumentStates;
  readonly log: Log;
  /** Told of a created object, so that its tab can take the place of the new one's. */
  readonly onCreated: (from: vscode.Uri, to: vscode.Uri | undefined) => void;
}

/** Makes objects of documents that stand for none yet. */
export class NewObjects {
  readonly #parts: NewObjectParts;
  /** Objects made from a "new" document whose tab is not closed yet: a second save must not create again. */
  readonly #created = new Map<string, vscode.Uri>();
  /** Names under which a create was sent that may have been carried out. */
  readonly #doubtful = new Map<string, string>();

  constructor(parts: NewObjectParts) {
    this.#parts = parts;
  }

  /** The object that was made from this document, also before VS Code ended and came back. */
  async madeFrom(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const key = uri.toString();
    if (this.#created.has(key) || this.#doubtful.has(key)) return this.#created.get(key);
    const record = await this.#parts.records.read(key);
    if (record?.target !== undefined) {
      const target = vscode.Uri.parse(record.target, true);
      this.#created.set(key, target);
      if (this.#parts.states.baseOf(target) === undefined) this.#parts.states.saved(target, record.draft);
    } else if (record !== undefined) this.#doubtful.set(key, record.name);
    return this.#created.get(key);
  }

  async create(uri: vscode.Uri, ref: ObjectPlace, session: ServerSession, text: string): Promise<void> {
    const { creates, records, states, log, onCreated } = this.#parts;
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
      states.saved(target, draft);
      // It exists, whatever becomes of the note: without it, a save after a crash asks first.
      await records
        .write(key, { name, draft, target: target.toString() })
        .catch((error: unknown) => log.error(`what was created could not be noted: ${String(error)}`));
    }
    log.info(`${session.server.name}: created ${ref.objectKind} ${created.id ?? '(no id)'}`);
    onCreated(uri, target);
  }

  /** The document is gone, and with it every reason to remember what was made of it. */
  async closed(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    this.#created.delete(key);
    this.#doubtful.delete(key);
    await this.#parts.records.forget(key);
  }

  async #failed(key: string, name: string, error: unknown): Promise<never> {
    if (error instanceof OutcomeError || isAbort(error)) this.#doubtful.set(key, name);
    else if (!(error instanceof CreateDeclined) && !this.#doubtful.has(key)) {
      await this.#parts.records.forget(key);
    }
    throw error;
  }
}
