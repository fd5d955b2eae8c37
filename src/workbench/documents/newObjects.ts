import * as vscode from 'vscode';
import { isAbort, OutcomeError } from '../../api/errors/apiError.ts';
import { NotSavedError } from '../../api/model/saveErrors.ts';
import type { CreateRecord, CreateRecords } from '../../store/runs/createRecords.ts';
import { addedTargets, SeenTargets } from '../../store/runs/stillSo.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { LostCreates } from '../notices/lostCreates.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import type { Log } from '../platform/log.ts';
import { readDocumentText } from './documentText.ts';
import { type ObjectRef, objectUri, parseDocumentUri } from './documentUri.ts';
import { objectKinds } from './objectKinds.ts';
import type { OpenDocument } from './openDocument.ts';
import { confirmReach } from './saveConsequences.ts';

/** An object that was created from the text of a document, with its own document. */
export interface CreatedFrom {
  readonly uri: vscode.Uri;
  readonly ref: ObjectRef;
}

export interface NewObjectParts {
  readonly dialogs: Dialogs;
  readonly creates: Pick<LostCreates, 'create'>;
  readonly records: Pick<CreateRecords, 'read' | 'write' | 'forget'>;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Called with the name of each created group. */
  readonly onGroupCreated: (session: ServerSession, name: string) => void;
  /**
   * Called after each save of `from` whose object now has its own document. Its tab should replace the one that was
   * saved, unless the text has changed since.
   */
  readonly onCreated: (from: vscode.Uri, to: vscode.Uri | undefined, savedText: string) => void;
}

/** Creates objects from documents that do not have one yet. */
export class NewObjects {
  readonly #parts: NewObjectParts;
  /** The creates that were sent for open documents, if known. */
  readonly #sent = new WeakMap<OpenDocument, CreateRecord>();

  constructor(parts: NewObjectParts) {
    this.#parts = parts;
  }

  /** The object that was created from this document, even before a restart of VS Code. */
  async createdFrom(document: OpenDocument): Promise<CreatedFrom | undefined> {
    const record = await this.#recordOf(document);
    const target = record && targetOf(document, record);
    const ref = target && parseDocumentUri(target);
    if (record === undefined || target === undefined || ref?.kind !== 'object') return undefined;
    const { draft, stored, origin } = record;
    if (document.base === undefined && stored !== undefined && origin !== undefined)
      document.created({ text: draft, stored, origin });
    return { uri: target, ref };
  }

  async create(document: OpenDocument, text: string): Promise<void> {
    const { creates, records, log, dialogs } = this.#parts;
    const { session, uri } = document;
    const { serverId, objectKind: kind } = document.ref;
    const operations = objectKinds[kind];
    const draft = readDocumentText(text, operations, true);
    const name = String(draft['name'] ?? '');
    const added = addedTargets({ after: draft });
    const targets = new SeenTargets(session).saw(added);
    if (kind === 'job') await confirmReach(dialogs, session, { before: undefined, after: draft });
    const earlier = await this.#recordOf(document);
    const before = earlier && {
      doubtfulName: earlier.name || name,
      isCreated: earlier.stored !== undefined,
    };
    const send = async () => {
      await targets.checkGroups(added);
      await records.write(uri.toString(), { name, draft });
      return operations.create(session, draft);
    };
    const created = await creates
      .create({ session, kind, name, send, ...before })
      .catch(async (error: unknown) => {
        if (earlier !== undefined) await this.#record(document, earlier);
        else if (isDoubtful(error)) this.#sent.set(document, { name, draft });
        else await records.forget(uri.toString());
        throw error;
      });
    const target = created.id === undefined ? undefined : objectUri(serverId, kind, created.id, created.name);
    const base = { stored: created.stored, origin: session.server.url };
    if (target !== undefined) document.created({ text: draft, ...base });
    await this.#record(document, {
      // Its later lookup uses the name that the server gave it.
      name: created.name,
      draft,
      ...base,
      ...(target === undefined ? {} : { target: target.toString() }),
    });
    log.info(`${session.server.name}: created ${kind} ${created.id ?? '(no id)'}`);
    this.swap(document, target, text);
    if (kind === 'group') this.#parts.onGroupCreated(session, created.name);
  }

  /** Call after the text was saved: replaces the document with that of its object. */
  swap({ uri }: OpenDocument, to: vscode.Uri | undefined, savedText: string): void {
    this.#parts.onCreated(uri, to, savedText);
  }

  async #recordOf(document: OpenDocument): Promise<CreateRecord | undefined> {
    const record = this.#sent.get(document) ?? (await this.#parts.records.read(document.uri.toString()));
    if (record !== undefined) this.#sent.set(document, record);
    return record;
  }

  /**
   * Records the created object. A failure does not matter much, because the object exists: without the record, a save
   * after a crash asks first.
   */
  async #record(document: OpenDocument, record: CreateRecord): Promise<void> {
    const { records, log } = this.#parts;
    this.#sent.set(document, record);
    await records
      .write(document.uri.toString(), record)
      .catch((error: unknown) => log.error(`the created object could not be recorded: ${String(error)}`));
  }
}

/** The document of the created object. The ID of a group may have been found since its creation. */
function targetOf(
  { ref: { serverId, objectKind }, knownSession }: OpenDocument,
  { target, stored, name }: CreateRecord,
): vscode.Uri | undefined {
  if (target !== undefined) return vscode.Uri.parse(target, true);
  if (stored === undefined || knownSession === undefined) return undefined;
  const id = objectKinds[objectKind].idOf(knownSession, stored);
  return id === undefined ? undefined : objectUri(serverId, objectKind, id, name);
}

/** Whether the server may have created an object despite the error. */
function isDoubtful(error: unknown): boolean {
  return error instanceof OutcomeError || error instanceof NotSavedError || isAbort(error);
}
