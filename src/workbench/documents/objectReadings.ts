import * as vscode from 'vscode';
import { isNotFound } from '../../api/errors/apiError.ts';
import type { Draft } from '../../api/model/draft.ts';
import { systemClock } from '../../base/clock.ts';
import { jsonEqual } from '../../base/json.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type FileErrorParts, fileError } from './documentErrors.ts';
import type { ObjectRef } from './documentUri.ts';
import { objectKinds } from './objectKinds.ts';
import type { ObjectReading, OpenDocument } from './openDocument.ts';

export interface ReadingParts extends FileErrorParts {
  /** Called when an object that was seen before no longer exists. */
  readonly onDeleted: (document: OpenDocument) => void;
}

/** A response this recent is reused, because VS Code calls `stat` and `readFile` at almost the same time. */
const sameReadingMs = 250;

/** Reads the objects of documents from their servers, and records what was seen. */
export class ObjectReadings {
  readonly #parts: ReadingParts;
  /** The objects in the store when they last counted as a reading. */
  readonly #stored = new WeakMap<OpenDocument, { readonly session: ServerSession; readonly draft: Draft }>();

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** The current state of the server; `isForced` forces a new read. */
  async current(document: OpenDocument, ref: ObjectRef, isForced: boolean): Promise<ObjectReading> {
    const known = document.latest;
    try {
      if (!isForced && known !== undefined && isFresh(document, known)) return known;
      const reading = await this.read(document, ref);
      return see(document, reading);
    } catch (error) {
      // While offline, the last known state lets the editor stay open; the save itself then reports the error.
      if (known === undefined || error instanceof vscode.FileSystemError) throw error;
      return known;
    }
  }

  /** Reads the object for an editor, or for a comparison with unsaved text. */
  async open(document: OpenDocument, ref: ObjectRef): Promise<Draft> {
    const known = document.latest;
    const reading = known !== undefined && isFresh(document, known) ? known : await this.read(document, ref);
    document.delivered(reading);
    this.#recordStored(document, ref, document.session);
    return reading.draft;
  }

  /** Takes over the store's version as a reading if it has changed; returns whether it has. */
  takeStored(document: OpenDocument, ref: ObjectRef, session: ServerSession): boolean {
    const { latest } = document;
    if (latest === undefined) return false;
    const before = this.#stored.get(document);
    const draft = this.#recordStored(document, ref, session);
    if (draft === undefined) {
      if (before?.session === session) void this.#verify(document, ref);
      return false;
    }
    const origin = session.server.url;
    const isSame = latest.origin === origin && jsonEqual(draft, latest.draft);
    if (isSame || (before !== undefined && jsonEqual(draft, before.draft))) return false;
    // Its request time is unknown here. It is not older than what is known, and never counts as fresh.
    const requestedMs = latest.origin === origin ? latest.requestedMs : systemClock.steadyMs();
    see(document, { draft, origin, requestedMs, receivedMs: Number.NEGATIVE_INFINITY });
    return true;
  }

  /** Reads the object without recording anything; rejects with `FileNotFound` if it was deleted. */
  async read(document: OpenDocument, { objectKind, id }: ObjectRef): Promise<ObjectReading> {
    const { session } = document;
    const origin = session.server.url;
    const requestedMs = systemClock.steadyMs();
    try {
      const base = document.baseAt(origin)?.stored;
      const { draft } = await objectKinds[objectKind].fetch(session, id, base);
      return { draft, origin, requestedMs, receivedMs: systemClock.steadyMs() };
    } catch (error) {
      if (!isNotFound(error)) throw fileError(this.#parts, document.knownSession?.server, error);
      if (document.latest !== undefined) this.#parts.onDeleted(document);
      throw vscode.FileSystemError.FileNotFound(document.uri);
    }
  }

  /** Records the store's current version of the object. */
  #recordStored(document: OpenDocument, ref: ObjectRef, session: ServerSession): Draft | undefined {
    const draft = objectKinds[ref.objectKind].storedDraft(session, ref.id);
    if (draft === undefined) this.#stored.delete(document);
    else this.#stored.set(document, { session, draft });
    return draft;
  }

  /** The store has dropped the object. Only the server can tell whether it was deleted. */
  async #verify(document: OpenDocument, ref: ObjectRef): Promise<void> {
    try {
      const reading = await this.read(document, ref);
      see(document, reading);
    } catch {
      // A deletion has been reported; the next reading or save reports any other reason.
    }
  }
}

function see(document: OpenDocument, reading: ObjectReading): ObjectReading {
  document.seen(reading);
  document.settle();
  return document.latest ?? reading;
}

function isFresh(document: OpenDocument, { origin, receivedMs }: ObjectReading): boolean {
  const isSameServer = origin === document.session.server.url;
  return isSameServer && systemClock.steadyMs() - receivedMs < sameReadingMs;
}
