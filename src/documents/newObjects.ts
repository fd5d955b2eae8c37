import * as vscode from 'vscode';
import { isAbort } from '../api/errors/apiError.ts';
import { OutcomeError } from '../api/errors/outcomeError.ts';
import type { CreateRecord, CreateRecords } from '../journal/createRecords.ts';
import { NotSavedError } from '../model/saveErrors.ts';
import type { LostCreates, NewObject } from '../notices/lostCreates.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import type { Log } from '../platform/log.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { readDocumentText } from './documentText.ts';
import { type NewRef, type ObjectRef, objectUri, parseDocumentUri } from './documentUri.ts';
import type { DocumentVersions } from './documentVersions.ts';
import { objectKinds } from './objectKinds.ts';
import { confirmReach } from './reachGrowth.ts';

/** The server and kind of an existing or new object. */
type ObjectPlace = Pick<NewRef | ObjectRef, 'serverId' | 'objectKind'>;

/** An object that was created from the text of a document, with its own document. */
export interface CreatedFrom {
  readonly uri: vscode.Uri;
  readonly ref: ObjectRef;
}

export interface NewObjectParts {
  readonly dialogs: Dialogs;
  readonly creates: Pick<LostCreates, 'create'>;
  readonly records: Pick<CreateRecords, 'read' | 'write' | 'forget'>;
  readonly versions: DocumentVersions;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly session: (serverId: string) => ServerSession | undefined;
  /** Called with the name of each created group. */
  readonly onGroupCreated: (session: ServerSession, name: string) => void;
  /**
   * Called after each save of `from` whose object now has its own document. Its tab should replace the one that was
   * saved, unless the text has changed since.
   */
  readonly onCreated: (from: vscode.Uri, to: vscode.Uri | undefined, savedText: string) => void;
}

/** The number of created objects that are cached, to avoid reading their records again. */
const knownAtMost = 100;

/** Creates objects from documents that do not have one yet. */
export class NewObjects {
  readonly #parts: NewObjectParts;
  /**
   * The creates sent for each document, newest last, including those that could not be recorded on disk. They outlive
   * the tab: VS Code may restore a closed one after a reload, and saving it again must not create a second object.
   */
  readonly #known = new Map<string, CreateRecord>();

  constructor(parts: NewObjectParts) {
    this.#parts = parts;
  }

  /** The object that was created from this document, even before a restart of VS Code. */
  async createdFrom(uri: vscode.Uri): Promise<CreatedFrom | undefined> {
    const record = await this.#recordOf(uri.toString());
    if (record === undefined) return undefined;
    const target = this.#targetOf(uri, record);
    const ref = target && parseDocumentUri(target);
    if (target === undefined || ref?.kind !== 'object') return undefined;
    this.#recallBase(uri, record);
    return { uri: target, ref };
  }

  async create(uri: vscode.Uri, ref: ObjectPlace, session: ServerSession, text: string): Promise<void> {
    const { creates, records, log, dialogs } = this.#parts;
    const operations = objectKinds[ref.objectKind];
    const key = uri.toString();
    const draft = readDocumentText(text, operations, true);
    const name = String(draft['name'] ?? '');
    if (ref.objectKind === 'job') await confirmReach(dialogs, session, { before: undefined, after: draft });
    const earlier = await this.#recordOf(key);
    const send = async () => {
      await records.write(key, { name, draft });
      return operations.create(session, draft);
    };
    const created = await creates
      .create({ session, kind: ref.objectKind, name, send, ...(earlier && sentBefore(earlier, name)) })
      .catch((error: unknown) => this.#failed(key, { earlier, sent: { name, draft } }, error));
    const target =
      created.id === undefined
        ? undefined
        : objectUri(ref.serverId, ref.objectKind, created.id, created.name);
    const base = { stored: created.stored, origin: session.server.url };
    if (target !== undefined) this.#parts.versions.created(uri, { text: draft, ...base });
    await this.#note(key, {
      // Its later lookup uses the name that the server gave it.
      name: created.name,
      draft,
      ...base,
      ...(target === undefined ? {} : { target: target.toString() }),
    });
    log.info(`${session.server.name}: created ${ref.objectKind} ${created.id ?? '(no id)'}`);
    this.swap(uri, target, text);
    if (ref.objectKind === 'group') this.#parts.onGroupCreated(session, created.name);
  }

  /** Call after the text was saved: replaces the document with that of its object. */
  swap(from: vscode.Uri, to: vscode.Uri | undefined, savedText: string): void {
    this.#parts.onCreated(from, to, savedText);
  }

  async #recordOf(key: string): Promise<CreateRecord | undefined> {
    const record = this.#known.get(key) ?? (await this.#parts.records.read(key));
    if (record !== undefined) this.#know(key, record);
    return record;
  }

  #know(key: string, record: CreateRecord): void {
    this.#known.delete(key);
    this.#known.set(key, record);
    for (const oldest of [...this.#known.keys()].slice(0, -knownAtMost)) this.#known.delete(oldest);
  }

  /** The ID of a group may have been found since its creation. */
  #targetOf(uri: vscode.Uri, { target, stored, name }: CreateRecord): vscode.Uri | undefined {
    if (target !== undefined) return vscode.Uri.parse(target, true);
    const ref = parseDocumentUri(uri);
    if (stored === undefined || ref === undefined || ref.kind === 'schema') return undefined;
    const session = this.#parts.session(ref.serverId);
    const id = session === undefined ? undefined : objectKinds[ref.objectKind].idOf(session, stored);
    return id === undefined ? undefined : objectUri(ref.serverId, ref.objectKind, id, name);
  }

  #recallBase(uri: vscode.Uri, { draft, stored, origin }: CreateRecord): void {
    const { versions } = this.#parts;
    if (versions.hasBase(uri) || stored === undefined || origin === undefined) return;
    versions.created(uri, { text: draft, stored, origin });
  }

  /**
   * Records the created object. A failure does not matter much, because the object exists: without the record, a save
   * after a crash asks first.
   */
  async #note(key: string, record: CreateRecord): Promise<void> {
    const { records, log } = this.#parts;
    this.#know(key, record);
    await records
      .write(key, record)
      .catch((error: unknown) => log.error(`the created object could not be recorded: ${String(error)}`));
  }

  async #failed(key: string, { earlier, sent }: Sent, error: unknown): Promise<never> {
    if (earlier !== undefined) await this.#note(key, earlier);
    else if (isDoubtful(error)) this.#know(key, sent);
    else await this.#parts.records.forget(key);
    throw error;
  }
}

interface Sent {
  /** The earlier create from the same document, if any. */
  readonly earlier: CreateRecord | undefined;
  readonly sent: CreateRecord;
}

/** Whether the server may have created an object despite the error. */
function isDoubtful(error: unknown): boolean {
  return error instanceof OutcomeError || error instanceof NotSavedError || isAbort(error);
}

function sentBefore(
  earlier: CreateRecord,
  name: string,
): Pick<NewObject<unknown>, 'doubtfulName' | 'isCreated'> {
  return { doubtfulName: earlier.name || name, isCreated: earlier.stored !== undefined };
}
