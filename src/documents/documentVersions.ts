import * as vscode from 'vscode';
import type { Draft } from '../model/draft.ts';
import { asRead, baseAfterSave, type SavedEdit, type TextBase, unknownBase } from '../model/saveDecision.ts';
import { systemClock } from '../util/clock.ts';
import type { BaseMemory, DocumentBase } from './baseMemory.ts';

/** An object as a server returned it; nothing else counts as a reading, least of all typed text. */
export interface Reading {
  readonly draft: Draft;
  /** The server's URL: the same ID at another one is another object. */
  readonly origin: string;
  /** In steady time, as all times here: of two readings, the one requested later is the newer. */
  readonly requestedMs: number;
  readonly receivedMs: number;
}

/** The versions of one open document. */
export interface DocumentVersion {
  /** `undefined` where it is not known what the text was made from. */
  readonly base: DocumentBase | undefined;
  /** The newest reading. */
  readonly latest: Reading;
  /** The timestamp last returned to VS Code, which only increases. */
  readonly mtime: number;
  /** Counts the timestamps. */
  readonly version: number;
}

/** The text of a save, and what it was made from. */
export interface SavedText extends SavedEdit {
  readonly base: TextBase;
  /** The base of the document when the save began, whatever the URL. */
  readonly known: DocumentBase | undefined;
}

/** The base of each open document, and the newest version on its server. */
export class DocumentVersions implements vscode.Disposable {
  readonly #memory: BaseMemory;
  readonly #versions = new Map<string, DocumentVersion>();
  /** Documents whose object the server no longer has, as far as was read. */
  readonly #deleted = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when more, or something else, is known of a document than before. */
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

  /** The base of the text in the editor, kept across a window reload; `undefined` if it belongs to another URL. */
  baseOf(uri: vscode.Uri, origin: string): TextBase | undefined {
    const base = this.knownBase(uri);
    return base?.origin === origin ? base : undefined;
  }

  /** The same whatever the URL is; `undefined` where it is not known. */
  knownBase(uri: vscode.Uri): DocumentBase | undefined {
    return this.#memory.get(uri)?.base;
  }

  hasBase(uri: vscode.Uri): boolean {
    return this.knownBase(uri) !== undefined;
  }

  /** The object as last seen, and what the text was made from, as far as both come from the server at this URL. */
  comparable(
    uri: vscode.Uri,
    origin: string,
  ): { readonly base: TextBase; readonly latest: Draft } | undefined {
    const latest = this.get(uri)?.latest;
    return latest?.origin === origin
      ? { base: this.baseOf(uri, origin) ?? unknownBase, latest: latest.draft }
      : undefined;
  }

  /** The object was read; of the text in the editor this says nothing. */
  seen(uri: vscode.Uri, reading: Reading): DocumentVersion {
    const known = this.get(uri);
    return this.#set(uri, this.knownBase(uri), newer(known?.latest, reading));
  }

  /** The editor shows the text of this reading: further edits are made from it. */
  shown(uri: vscode.Uri, reading: Reading): void {
    const base = { ...asRead(reading.draft), origin: reading.origin };
    this.#set(uri, base, newer(this.get(uri)?.latest, reading));
  }

  /** The text was sent, and the server returned what it stored. */
  saved(uri: vscode.Uri, { base, known, ...edit }: SavedText, stored: Reading): void {
    const after = { ...baseAfterSave(base, edit, stored.draft), origin: stored.origin };
    // If the editor was given another text during the save, further edits are made from that one.
    const current = this.knownBase(uri);
    this.#set(uri, current === known ? after : current, stored);
  }

  /** An object was created from the text of this document. */
  created(uri: vscode.Uri, base: DocumentBase): void {
    const never = Number.NEGATIVE_INFINITY;
    const latest = { draft: base.stored, origin: base.origin, requestedMs: never, receivedMs: never };
    this.#set(uri, base, latest);
  }

  /** A timestamp that is newer than any before. */
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

  /** The server returned that it does not have the object. */
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

/** Runs one request and says when it was made; a write counts from its response on. */
export async function readingOf(origin: string, request: () => Promise<Draft>): Promise<Reading> {
  const requestedMs = systemClock.steadyMs();
  const draft = await request();
  return { draft, origin, requestedMs, receivedMs: systemClock.steadyMs() };
}

/** The result of a write: readings requested before its response may be older. */
export async function storedBy(origin: string, write: () => Promise<Draft>): Promise<Reading> {
  const draft = await write();
  const nowMs = systemClock.steadyMs();
  return { draft, origin, requestedMs: nowMs, receivedMs: nowMs };
}

function newer(known: Reading | undefined, reading: Reading): Reading {
  const isOlder = known?.origin === reading.origin && reading.requestedMs < known.requestedMs;
  return isOlder ? known : reading;
}
