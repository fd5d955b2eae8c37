import * as vscode from 'vscode';
import type { Draft } from '../model/draft.ts';
import { asRead, baseAfterSave, type SavedEdit, type TextBase, unknownBase } from '../model/saveDecision.ts';
import { systemClock } from '../util/clock.ts';
import type { BaseMemory, DocumentBase } from './baseMemory.ts';

/** An object as returned by a server. Nothing else counts as a reading, least of all typed text. */
export interface Reading {
  readonly draft: Draft;
  /** The server's URL, because the same ID at another URL is another object. */
  readonly origin: string;
  /** On the steady clock, like all times here. Of two readings, the one requested later is newer. */
  readonly requestedMs: number;
  readonly receivedMs: number;
}

/** The versions of one open document. */
export interface DocumentVersion {
  /** `undefined` if it is unknown what the text is based on. */
  readonly base: DocumentBase | undefined;
  /** The most recent reading. */
  readonly latest: Reading;
  /** The timestamp last returned to VS Code; never decreases. */
  readonly mtime: number;
  /** The number of timestamps so far. */
  readonly version: number;
}

/** The saved text, and what it was based on. */
export interface SavedText extends SavedEdit {
  readonly base: TextBase;
  /** The base of the document when the save began, at any URL. */
  readonly known: DocumentBase | undefined;
}

/** The base of each open document, and the latest version on its server. */
export class DocumentVersions implements vscode.Disposable {
  readonly #memory: BaseMemory;
  readonly #versions = new Map<string, DocumentVersion>();
  /** Documents whose object is known to be deleted on the server. */
  readonly #deleted = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when something new is known about a document. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: BaseMemory) {
    this.#memory = memory;
  }

  get(uri: vscode.Uri): DocumentVersion | undefined {
    return this.#versions.get(uri.toString());
  }

  get openUris(): vscode.Uri[] {
    return [...this.#versions.keys()].map(uri => vscode.Uri.parse(uri, true));
  }

  /** The base of the text in the editor, remembered across window reloads; `undefined` if it belongs to another URL. */
  baseOf(uri: vscode.Uri, origin: string): TextBase | undefined {
    const base = this.knownBase(uri);
    return base?.origin === origin ? base : undefined;
  }

  /** The same at any URL; `undefined` if unknown. */
  knownBase(uri: vscode.Uri): DocumentBase | undefined {
    return this.#memory.get(uri)?.base;
  }

  hasBase(uri: vscode.Uri): boolean {
    return this.knownBase(uri) !== undefined;
  }

  /** The object as last seen and the base of the text; `undefined` unless both come from the server at this URL. */
  comparable(
    uri: vscode.Uri,
    origin: string,
  ): { readonly base: TextBase; readonly latest: Draft } | undefined {
    const latest = this.get(uri)?.latest;
    return latest?.origin === origin
      ? { base: this.baseOf(uri, origin) ?? unknownBase, latest: latest.draft }
      : undefined;
  }

  /** Call when the object was read; this says nothing about the text in the editor. */
  seen(uri: vscode.Uri, reading: Reading): DocumentVersion {
    const known = this.get(uri);
    return this.#set(uri, this.knownBase(uri), newer(known?.latest, reading));
  }

  /** Call when the editor shows the text of this reading, which becomes the base of further edits. */
  shown(uri: vscode.Uri, reading: Reading): void {
    const base = { ...asRead(reading.draft), origin: reading.origin };
    this.#set(uri, base, newer(this.get(uri)?.latest, reading));
  }

  /** Call when the text was sent, with what the server stored. */
  saved(uri: vscode.Uri, { base, known, ...edit }: SavedText, stored: Reading): void {
    const after = { ...baseAfterSave(base, edit, stored.draft), origin: stored.origin };
    // If the editor received another text during the save, that is the base of further edits.
    const current = this.knownBase(uri);
    this.#set(uri, current === known ? after : current, stored);
  }

  /** Call when an object was created from the text of this document. */
  created(uri: vscode.Uri, base: DocumentBase): void {
    const never = Number.NEGATIVE_INFINITY;
    const latest = { draft: base.stored, origin: base.origin, requestedMs: never, receivedMs: never };
    this.#set(uri, base, latest);
  }

  /** Assigns a timestamp that is newer than all before. */
  nextStamp(uri: vscode.Uri, known: DocumentVersion): DocumentVersion {
    const mtime = Math.max(Date.now(), known.mtime + 1);
    const next = { ...known, mtime, version: known.version + 1 };
    this.#versions.set(uri.toString(), next);
    this.#remember(uri, next);
    return next;
  }

  isDeleted(uri: vscode.Uri): boolean {
    return this.#deleted.has(uri.toString());
  }

  /** Call when the server reported that the object does not exist. */
  deleted(uri: vscode.Uri): void {
    if (this.isDeleted(uri)) return;
    this.#deleted.add(uri.toString());
    this.#changed.fire(uri);
  }

  closed(uri: vscode.Uri): void {
    this.#versions.delete(uri.toString());
    this.#deleted.delete(uri.toString());
    this.#memory.delete(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(uri: vscode.Uri, base: DocumentBase | undefined, latest: Reading): DocumentVersion {
    const known = this.get(uri);
    const { mtime, version } = known ?? this.#memory.get(uri) ?? { mtime: Date.now(), version: 1 };
    const next = { base, latest, mtime, version };
    this.#versions.set(uri.toString(), next);
    if (known?.base !== base) this.#remember(uri, next);
    const isBack = this.#deleted.delete(uri.toString());
    if (isBack || known?.base !== base || known?.latest !== latest) this.#changed.fire(uri);
    return next;
  }

  #remember(uri: vscode.Uri, { base, mtime, version }: DocumentVersion): void {
    if (base !== undefined) this.#memory.set(uri, { base, mtime, version });
  }
}

/** Runs one request and records when it was sent; a write counts from its response on. */
export async function readingOf(origin: string, request: () => Promise<Draft>): Promise<Reading> {
  const requestedMs = systemClock.steadyMs();
  const draft = await request();
  return { draft, origin, requestedMs, receivedMs: systemClock.steadyMs() };
}

/** The result of a write. Readings requested before its response may be older. */
export async function storedBy(origin: string, write: () => Promise<Draft>): Promise<Reading> {
  const draft = await write();
  const nowMs = systemClock.steadyMs();
  return { draft, origin, requestedMs: nowMs, receivedMs: nowMs };
}

function newer(known: Reading | undefined, reading: Reading): Reading {
  const isOlder = known?.origin === reading.origin && reading.requestedMs < known.requestedMs;
  return isOlder ? known : reading;
}
