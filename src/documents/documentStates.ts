import * as vscode from 'vscode';
import { conflictingFields } from '../model/difference.ts';
import { systemClock } from '../util/clock.ts';
import { jsonEqual } from '../util/json.ts';
import type { BaseMemory } from './baseMemory.ts';
import type { Draft } from './objectKinds.ts';

/** What is known of one open object document. */
export interface DocumentState {
  /** The server's object that the text in the editor was made from. */
  readonly base: Draft;
  /** The server's object as last seen. */
  readonly latest: Draft;
  /** Grows when the editor must know that its content is no longer the newest. */
  readonly mtime: number;
  /** Counts those times: VS Code takes a newer time stamp for news only when the size differs as well. */
  readonly version: number;
  /** The version that VS Code was told of as newer: a save in spite of it is the person's own choice. */
  readonly told: Draft | undefined;
  /** In steady time: somebody who sets the clock of the computer back makes nothing fresh again. */
  readonly readAtMs: number;
}

/** The bookkeeping behind VS Code's own save-conflict dialogue (`house.md`: `stat` and `mtime`). */
export class DocumentStates implements vscode.Disposable {
  readonly #memory: BaseMemory;
  readonly #states = new Map<string, DocumentState>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires when more, or something else, is known of a document than before. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: BaseMemory) {
    this.#memory = memory;
  }

  get(uri: vscode.Uri): DocumentState | undefined {
    return this.#states.get(uri.toString());
  }

  /** What the text in the editor was made from, also before a window reload. */
  baseOf(uri: vscode.Uri): Draft | undefined {
    const base = this.get(uri)?.base ?? this.#memory.get(uri)?.base;
    return base === unknownBase ? undefined : base;
  }

  /** The object was read and its text goes to the editor: the two are the same from now on. */
  opened(uri: vscode.Uri, latest: Draft): DocumentState {
    const known = this.get(uri);
    // VS Code asked `stat` before it read: what was told then is the stamp of this very content.
    const isTold = known !== undefined && jsonEqual(known.latest, latest);
    const stamp = isTold ? stampOf(known) : nextStamp(known);
    return this.#set(uri, { base: latest, latest, ...stamp, told: undefined });
  }

  /** The object was read without giving it to the editor, whose unsaved value is `edited`. */
  seen(uri: vscode.Uri, latest: Draft, edited: Draft | undefined): DocumentState {
    const known = this.get(uri) ?? this.#recalled(uri, latest, edited);
    const isUnchanged = jsonEqual(known.latest, latest);
    const clashes =
      edited === undefined ? !isUnchanged : conflictingFields(known.base, edited, latest).length > 0;
    const isNews =
      clashes &&
      !(known.told !== undefined && jsonEqual(known.told, latest)) &&
      !(edited === undefined && isUnchanged);
    return this.#set(uri, {
      base: known.base,
      latest,
      ...stampOf(isNews ? nextStamp(known) : known),
      told: clashes ? latest : known.told,
    });
  }

  /** The text in the editor was sent, and the server stored `stored`; `base` as `baseAfterSave` has it. */
  saved(uri: vscode.Uri, stored: Draft, base = stored): DocumentState {
    return this.#set(uri, { base, latest: stored, ...nextStamp(this.get(uri)), told: undefined });
  }

  /**
   * The object was replaced behind the editor's back by what its text says. The editor is told nothing: the
   * save that follows only has to make it clean.
   */
  replaced(uri: vscode.Uri, stored: Draft): void {
    const known = this.get(uri);
    if (known !== undefined) this.#set(uri, { ...known, base: stored, latest: stored, told: undefined });
  }

  /** Makes the editor read the content again. */
  touch(uri: vscode.Uri): void {
    const known = this.get(uri);
    if (known !== undefined) this.#set(uri, { ...known, ...nextStamp(known) });
  }

  closed(uri: vscode.Uri): void {
    this.#states.delete(uri.toString());
    this.#memory.delete(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  openUris(): vscode.Uri[] {
    return [...this.#states.keys()].map(uri => vscode.Uri.parse(uri, true));
  }

  /** After a window reload the base comes from memory; a document never seen starts from the server's. */
  #recalled(uri: vscode.Uri, latest: Draft, edited: Draft | undefined): Omit<DocumentState, 'readAtMs'> {
    const remembered = this.#memory.get(uri);
    if (remembered === undefined) {
      const base = edited === undefined ? latest : unknownBase;
      return { base, latest, ...nextStamp(undefined), told: undefined };
    }
    return { base: remembered.base, latest: remembered.base, ...stampOf(remembered), told: undefined };
  }

  #set(uri: vscode.Uri, state: Omit<DocumentState, 'readAtMs'>): DocumentState {
    const known = this.get(uri);
    const complete = { ...state, readAtMs: systemClock.steadyMs() };
    this.#states.set(uri.toString(), complete);
    const isOther = known?.base !== state.base || known.mtime !== state.mtime;
    if (isOther && state.base !== unknownBase) {
      this.#memory.set(uri, { base: state.base, ...stampOf(state) });
    }
    if (known?.base !== state.base || known.latest !== state.latest) this.#changed.fire(uri);
    return complete;
  }
}

/**
 * Of text that came back after a restart while its base did not: whatever differs from the server counts as
 * changed by both, so that the person is asked before anything is overwritten.
 */
const unknownBase: Draft = {};

type Stamp = Pick<DocumentState, 'mtime' | 'version'>;

function nextStamp(known: Stamp | undefined): Stamp {
  return { mtime: Math.max(Date.now(), (known?.mtime ?? 0) + 1), version: (known?.version ?? 0) + 1 };
}

function stampOf({ mtime, version }: Stamp): Stamp {
  return { mtime, version };
}

const versionsApart = 64;
const sizeStep = 65_536;

/**
 * The size told to VS Code: another one for every version, because VS Code overlooks a newer time stamp on
 * content of the same size. Small enough that no "large file" question is asked.
 */
export function toldSize(version: number, textLength: number): number {
  return (version % versionsApart) * sizeStep + Math.min(textLength, sizeStep - 1);
}
