import type * as vscode from 'vscode';
import type { Draft } from '../../api/model/draft.ts';
import {
  asRead,
  baseAfterSave,
  type SavedEdit,
  type TextBase,
  unknownBase,
} from '../../api/model/saveDecision.ts';
import { systemClock } from '../../base/clock.ts';
import { displayText } from '../../base/displayText.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { t } from '../platform/localize.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { BaseMemory, DocumentBase } from './baseMemory.ts';
import { DocumentEncoding } from './documentEncoding.ts';
import { fieldsAtFault, namelessError, SaveOutcome } from './documentErrors.ts';
import { isShowing } from './documentText.ts';
import { fileNameOf, type NewRef, type ObjectRef, textDocument } from './documentUri.ts';
import { SaveState } from './saveState.ts';

/** An object as returned by a server. Nothing else counts as a reading, least of all typed text. */
export interface ObjectReading {
  readonly draft: Draft;
  /** The server's URL, because the same ID at another URL is another object. */
  readonly origin: string;
  /** On the steady clock, like all times here. Of two readings, the one requested later is newer. */
  readonly requestedMs: number;
  readonly receivedMs: number;
}

/** The saved text, and what it was based on. */
export interface SavedText extends SavedEdit {
  readonly base: TextBase;
  /** The base of the document when the save began, at any URL. */
  readonly known: DocumentBase | undefined;
}

export interface DocumentHost {
  readonly sessions: Pick<SessionRegistry, 'get'>;
  readonly memory: BaseMemory;
  /** Called when something new is known about the document. */
  readonly onChange: (document: OpenDocument) => void;
  /** Called when a save was rejected, after its problems are known. */
  readonly onRejected: (document: OpenDocument, fields: readonly string[]) => void;
}

/** The maximum number of contents that editors may not show yet. */
const deliveredAtMost = 4;

const never = Number.NEGATIVE_INFINITY;

/** All that is known about one document while it is open, from its first reading until its tab is closed. */
export class OpenDocument {
  readonly uri: vscode.Uri;
  readonly encoding = new DocumentEncoding();
  readonly outcome: SaveOutcome;
  readonly saving = new SaveState();
  readonly #ownRef: ObjectRef | NewRef;
  readonly #host: DocumentHost;
  #createdAs: ObjectRef | undefined;
  /** The last known name, because documents stay open after their server is removed. */
  #serverName: string;
  #base: DocumentBase | undefined;
  #latest: ObjectReading | undefined;
  /** Contents that VS Code was given, newest last. It may show them later, or never. */
  #delivered: readonly ObjectReading[] = [];
  #mtime: number;
  #version: number;
  #isDeleted = false;
  #isClosed = false;
  #queue: Promise<unknown> | undefined;

  constructor(uri: vscode.Uri, ref: ObjectRef | NewRef, host: DocumentHost) {
    this.uri = uri;
    this.#ownRef = ref;
    this.#host = host;
    this.#serverName = ref.serverId;
    this.outcome = new SaveOutcome(
      () => host.onChange(this),
      error => host.onRejected(this, fieldsAtFault(error)),
    );
    const remembered = host.memory.get(uri);
    this.#base = remembered?.base;
    this.#mtime = remembered?.mtime ?? Date.now();
    this.#version = remembered?.version ?? 1;
  }

  /** What is edited. A new document stays one until it is replaced by that of its object. */
  get ref(): ObjectRef | NewRef {
    return this.#createdAs ?? this.#ownRef;
  }

  /** The ID of the object; `undefined` for a new one. */
  get id(): number | undefined {
    return this.ref.kind === 'object' ? this.ref.id : undefined;
  }

  /** The text as VS Code has it in memory. */
  get text(): vscode.TextDocument | undefined {
    return textDocument(this.uri);
  }

  /** The session of its server; `undefined` if the server was removed. */
  get knownSession(): ServerSession | undefined {
    return this.#host.sessions.get(this.ref.serverId);
  }

  /** The same; throws an error for VS Code if the server was removed. */
  get session(): ServerSession {
    const session = this.knownSession;
    if (session !== undefined) {
      this.#serverName = displayText(session.server.name, 80);
      return session;
    }
    const name = fileNameOf(this.uri).replace(/\.(?:job|group)\.json$/, '');
    throw namelessError(
      t(
        '“{name}” can no longer be read or saved: its server “{server}” was removed from the list of servers.',
        { name, server: this.#serverName },
      ),
    );
  }

  // What the text is based on, and what the server has.

  /** What the text and the server contained when they last matched, at any URL; survives reloads of the window. */
  get base(): DocumentBase | undefined {
    return this.#base;
  }

  /** The same; `undefined` if it is of another URL. */
  baseAt(origin: string): TextBase | undefined {
    return this.#base?.origin === origin ? this.#base : undefined;
  }

  /** The most recent reading. */
  get latest(): ObjectReading | undefined {
    return this.#latest;
  }

  /** The base of the text and the object as last seen; `undefined` if it was last seen at another URL. */
  get versions(): { readonly base: TextBase; readonly latest: Draft } | undefined {
    const origin = this.knownSession?.server.url;
    if (origin === undefined || this.#latest?.origin !== origin) return undefined;
    return { base: this.baseAt(origin) ?? unknownBase, latest: this.#latest.draft };
  }

  /** The object was read; this says nothing about the text in the editor. */
  seen(reading: ObjectReading): void {
    this.#set(this.#base, newer(this.#latest, reading));
  }

  /** VS Code gets the text of this reading. */
  delivered(reading: ObjectReading): void {
    this.#delivered = [...this.#delivered, reading].slice(-deliveredAtMost);
    // An open document keeps its base until its text is replaced, which does not happen if the user is typing.
    if (this.text === undefined) this.#shown(reading);
    else this.seen(reading);
    this.settle();
  }

  /** Once VS Code shows what it was given, even after a revert, further edits are based on the server's text. */
  settle(): void {
    const { text } = this;
    if (text === undefined || text.isDirty) return;
    const index = this.#delivered.findLastIndex(({ draft }) => isShowing(text, draft));
    const reading = this.#delivered[index];
    if (reading === undefined) return;
    // From now on, text that equals this or an earlier reading was typed by the user.
    this.#delivered = this.#delivered.slice(index + 1);
    this.#shown(reading);
  }

  /** The text was sent, and the server has stored this. */
  saved({ base, known, ...edit }: SavedText, stored: ObjectReading): void {
    const after = { ...baseAfterSave(base, edit, stored.draft), origin: stored.origin };
    // If the editor received another text during the save, that is the base of further edits.
    this.#set(this.#base === known ? after : this.#base, stored);
  }

  /** An object was created from the text. */
  created(base: DocumentBase): void {
    this.#set(base, { draft: base.stored, origin: base.origin, requestedMs: never, receivedMs: never });
  }

  /**
   * The object was deleted, and another created from the text. Once reopened, the document refers to its own ID again,
   * which may belong to another object by then.
   */
  createdAgain(as: ObjectRef | undefined): void {
    this.#createdAs = as;
  }

  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** The server reported that the object does not exist. */
  deleted(): void {
    if (this.#isDeleted) return;
    this.#isDeleted = true;
    this.#host.onChange(this);
  }

  /** The timestamp last returned to VS Code; never decreases. */
  get mtime(): number {
    return this.#mtime;
  }

  /** Assigns a timestamp that is newer than all before. */
  nextStamp(): { readonly mtime: number; readonly version: number } {
    this.#mtime = Math.max(Date.now(), this.#mtime + 1);
    this.#version += 1;
    this.#remember();
    return { mtime: this.#mtime, version: this.#version };
  }

  // Its saves.

  /** Whether there are changes to save, or a save has begun. */
  get isUnsaved(): boolean {
    return this.text?.isDirty === true || this.saving.hasBegun;
  }

  /** Whether a save is writing the object, in which case the store may already have its result. */
  get isWriting(): boolean {
    return this.#queue !== undefined;
  }

  /** Runs a write of the object after all earlier ones. */
  async inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = (this.#queue ?? Promise.resolve()).then(run);
    const end = Promise.allSettled([result]);
    this.#queue = end;
    try {
      return await result;
    } finally {
      if (this.#queue === end) this.#queue = undefined;
    }
  }

  saveFailed(error: unknown, message: string): void {
    this.outcome.failed(error, message, { ref: this.ref, text: this.text?.getText() ?? '' });
  }

  /** Whether nothing was typed into a new document: fields that are still empty are no errors. */
  get isUntouched(): boolean {
    return this.ref.kind === 'new' && this.text?.isDirty !== true && !this.outcome.hasFailed;
  }

  /** The text was changed. */
  edited(text: vscode.TextDocument): void {
    this.encoding.changed(text);
    this.outcome.edited(text.getText());
  }

  close(): void {
    this.#isClosed = true;
    this.#host.memory.delete(this.uri);
  }

  /** The editor shows the text of this reading, which becomes the base of further edits. */
  #shown(reading: ObjectReading): void {
    this.#set({ ...asRead(reading.draft), origin: reading.origin }, newer(this.#latest, reading));
  }

  #set(base: DocumentBase | undefined, latest: ObjectReading): void {
    const isNewBase = base !== this.#base;
    const isNews = isNewBase || latest !== this.#latest || this.#isDeleted;
    this.#base = base;
    this.#latest = latest;
    this.#isDeleted = false;
    if (isNewBase) this.#remember();
    if (isNews) this.#host.onChange(this);
  }

  #remember(): void {
    if (this.#base === undefined || this.#isClosed) return;
    this.#host.memory.set(this.uri, { base: this.#base, mtime: this.#mtime, version: this.#version });
  }
}

/** The result of a write. Readings requested before its response may be older. */
export async function readWriteResult(origin: string, write: () => Promise<Draft>): Promise<ObjectReading> {
  const draft = await write();
  const nowMs = systemClock.steadyMs();
  return { draft, origin, requestedMs: nowMs, receivedMs: nowMs };
}

function newer(known: ObjectReading | undefined, reading: ObjectReading): ObjectReading {
  const isOlder = known?.origin === reading.origin && reading.requestedMs < known.requestedMs;
  return isOlder ? known : reading;
}
