import * as vscode from 'vscode';
import { isNotFound } from '../api/errors/apiError.ts';
import type { Draft } from '../model/draft.ts';
import { typedDraft } from '../model/textKeys.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import { jsonEqual } from '../util/json.ts';
import type { DocumentServers } from './documentServers.ts';
import type { ObjectRef } from './documentUri.ts';
import { type DocumentVersion, type DocumentVersions, type Reading, readingOf } from './documentVersions.ts';
import { draftText, objectKinds } from './objectKinds.ts';
import { openDocument } from './openDocuments.ts';

export interface ObjectReadingParts {
  readonly versions: DocumentVersions;
  readonly servers: DocumentServers;
  /** Called when an object that was seen before no longer exists. */
  readonly onDeleted: (uri: vscode.Uri) => void;
}

/** A response this recent is reused, because VS Code calls `stat` and `readFile` at almost the same time. */
const sameReadingMs = 250;

/** The maximum number of contents that editors may not show yet. */
const deliveredAtMost = 4;

/** Reads the objects of documents from their servers, records what was seen, and converts errors for VS Code. */
export class ObjectReadings {
  readonly #parts: ObjectReadingParts;
  /** Contents that VS Code was given for documents, newest last. It may show them later, or never. */
  readonly #delivered = new Map<string, readonly Reading[]>();
  /** The object in the store when it last counted as a reading. */
  readonly #storedDrafts = new Map<string, { readonly session: ServerSession; readonly draft: Draft }>();

  constructor(parts: ObjectReadingParts) {
    this.#parts = parts;
  }

  /** The document's versions with the current state of the server; `isForced` forces a new read. */
  async current(uri: vscode.Uri, ref: ObjectRef, isForced: boolean): Promise<DocumentVersion> {
    const known = this.#parts.versions.get(uri);
    try {
      if (!isForced && known !== undefined && this.#isFresh(uri, ref, known)) return known;
      return this.#seen(uri, await this.read(uri, ref));
    } catch (error) {
      // While offline, the last known state lets the editor stay open; the save itself then reports the error.
      if (known === undefined || error instanceof vscode.FileSystemError) throw error;
      return known;
    }
  }

  /** Reads the object for an editor, or for a comparison with unsaved text. */
  async open(uri: vscode.Uri, ref: ObjectRef): Promise<Draft> {
    const { versions } = this.#parts;
    const known = versions.get(uri);
    const reading =
      known !== undefined && this.#isFresh(uri, ref, known) ? known.latest : await this.read(uri, ref);
    const key = uri.toString();
    this.#delivered.set(key, [...(this.#delivered.get(key) ?? []), reading].slice(-deliveredAtMost));
    // An open document keeps its base until its text is replaced, which does not happen if the user is typing.
    if (openDocument(uri) === undefined) versions.shown(uri, reading);
    else this.#seen(uri, reading);
    this.#recordStored(uri, ref, this.#parts.servers.session(uri, ref));
    return reading.draft;
  }

  /** Once VS Code shows what it has read, even after a revert, further edits are based on the server's text. */
  settle(document: vscode.TextDocument): void {
    const { versions } = this.#parts;
    if (document.isDirty) return;
    const key = document.uri.toString();
    const delivered = this.#delivered.get(key) ?? [];
    const index = delivered.findLastIndex(reading => isShowing(document, reading.draft));
    const shown = delivered[index];
    if (shown === undefined) return;
    // From now on, text that equals this or an earlier reading was typed by the user.
    this.#delivered.set(key, delivered.slice(index + 1));
    if (versions.knownBase(document.uri)?.stored !== shown.draft) versions.shown(document.uri, shown);
  }

  /** Takes over the store's version as a reading if it has changed; returns whether it has. */
  takeStored(uri: vscode.Uri, ref: ObjectRef, session: ServerSession): boolean {
    const latest = this.#parts.versions.get(uri)?.latest;
    if (latest === undefined) return false;
    const before = this.#storedDrafts.get(uri.toString());
    const draft = this.#recordStored(uri, ref, session);
    if (draft === undefined) {
      if (before?.session === session) void this.#verify(uri, ref);
      return false;
    }
    const origin = session.server.url;
    const isSame = latest.origin === origin && jsonEqual(draft, latest.draft);
    if (isSame || (before !== undefined && jsonEqual(draft, before.draft))) return false;
    // Its request time is unknown here. It is not older than what is known, and never counts as fresh.
    const requestedMs = latest.origin === origin ? latest.requestedMs : systemClock.steadyMs();
    this.#seen(uri, { draft, origin, requestedMs, receivedMs: Number.NEGATIVE_INFINITY });
    return true;
  }

  /** Records the store's current version of the object. */
  #recordStored(uri: vscode.Uri, ref: ObjectRef, session: ServerSession): Draft | undefined {
    const draft = objectKinds[ref.objectKind].storedDraft(session, ref.id);
    if (draft === undefined) this.#storedDrafts.delete(uri.toString());
    else this.#storedDrafts.set(uri.toString(), { session, draft });
    return draft;
  }

  /** The store has dropped the object. Only the server can tell whether it was deleted. */
  async #verify(uri: vscode.Uri, ref: ObjectRef): Promise<void> {
    try {
      this.#seen(uri, await this.read(uri, ref));
    } catch {
      // A deletion has been reported; the next reading or save reports any other reason.
    }
  }

  /** Reads the object without recording anything; rejects with `FileNotFound` if it was deleted. */
  async read(uri: vscode.Uri, ref: ObjectRef): Promise<Reading> {
    const { versions, servers, onDeleted } = this.#parts;
    const session = servers.session(uri, ref);
    const origin = session.server.url;
    const operations = objectKinds[ref.objectKind];
    try {
      const base = versions.baseOf(uri, origin)?.stored;
      return await readingOf(origin, async () => (await operations.fetch(session, ref.id, base)).draft);
    } catch (error) {
      if (!isNotFound(error)) throw servers.fileError(uri, error);
      if (versions.get(uri) !== undefined) onDeleted(uri);
      throw vscode.FileSystemError.FileNotFound(uri);
    }
  }

  closed(uri: vscode.Uri): void {
    this.#delivered.delete(uri.toString());
    this.#storedDrafts.delete(uri.toString());
  }

  #seen(uri: vscode.Uri, reading: Reading): DocumentVersion {
    const { versions } = this.#parts;
    const seen = versions.seen(uri, reading);
    const document = openDocument(uri);
    if (document === undefined) return seen;
    this.settle(document);
    return versions.get(uri) ?? seen;
  }

  #isFresh(uri: vscode.Uri, ref: ObjectRef, { latest }: DocumentVersion): boolean {
    const isSameServer = latest.origin === this.#parts.servers.session(uri, ref).server.url;
    return isSameServer && systemClock.steadyMs() - latest.receivedMs < sameReadingMs;
  }
}

/** Whether the text of the document is that of this object. */
export function isShowing(document: vscode.TextDocument, draft: Draft): boolean {
  return document.getText().replaceAll('\r\n', '\n') === draftText(draft);
}

/** The value of a document's text. Half-typed text counts as no change; the save will report that it is not JSON. */
export function typedValue(document: vscode.TextDocument): Draft {
  return typedDraft(document.getText()) ?? {};
}
