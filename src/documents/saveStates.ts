import * as vscode from 'vscode';
import type { SaveState } from '../model/saveState.ts';

const idle: SaveState = { kind: 'idle' };

/** Tracks which documents are being saved, and why the last save was rejected. */
export class SaveStates implements vscode.Disposable {
  readonly #states = new Map<string, SaveState>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  get(uri: vscode.Uri): SaveState {
    return this.#states.get(uri.toString()) ?? idle;
  }

  started(uri: vscode.Uri): void {
    this.#set(uri, { kind: 'saving' });
  }

  failed(uri: vscode.Uri, text: string): void {
    this.#set(uri, { kind: 'failed', text });
  }

  /** Call when the document matches the server: the state of an earlier save is obsolete. */
  settled(uri: vscode.Uri): void {
    if (this.#states.delete(uri.toString())) this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(uri: vscode.Uri, state: SaveState): void {
    this.#states.set(uri.toString(), state);
    this.#changed.fire(uri);
  }
}
