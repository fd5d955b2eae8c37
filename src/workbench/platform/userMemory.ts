import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { jsonEqual } from '../../base/json.ts';
import type { Memory, StoredValue, ValueShape } from './memory.ts';

/** A value that belongs to the user, and the value of it and the one that a folder stored before it did. */
export interface UserShape<T> extends ValueShape<T> {
  readonly merge: (user: T, folder: T) => T;
}

/** Windows that start together may overwrite each other's values for a moment, so the folder's copy stays this long. */
const confirmMs = 10_000;

/**
 * Values that are the same in every folder. What a folder stored before they were is merged in when the value is first
 * used. VS Code passes on what other windows write, but without an event.
 */
export class UserMemory implements vscode.Disposable {
  readonly #folder: Memory;
  readonly #user: Memory;
  readonly #clock: Clock;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires if another window has changed a value while this one did not have the focus. */
  readonly onDidChange = this.#changed.event;
  /** The texts of the values that are in use, as of when the window lost the focus. */
  readonly #texts = new Map<string, string | undefined>();
  readonly #calls = new Set<ScheduledCall>();
  readonly #subscription: vscode.Disposable;

  constructor(folder: Memory, user: Memory, clock: Clock) {
    this.#folder = folder;
    this.#user = user;
    this.#clock = clock;
    this.#subscription = vscode.window.onDidChangeWindowState(({ focused }) => {
      const isChanged = this.#noteTexts();
      if (focused && isChanged) this.#changed.fire();
    });
  }

  of<T>(shape: UserShape<T>): StoredValue<T> {
    const { key } = shape;
    if (!this.#texts.has(key)) {
      if (this.#take(shape)) this.#confirm(shape);
      this.#texts.set(key, this.#user.textOf(key));
    }
    return this.#user.of(shape);
  }

  dispose(): void {
    for (const call of this.#calls) call.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #noteTexts(): boolean {
    let isChanged = false;
    for (const [key, before] of this.#texts) {
      const now = this.#user.textOf(key);
      if (now === before) continue;
      this.#texts.set(key, now);
      isChanged = true;
    }
    return isChanged;
  }

  #confirm<T>(shape: UserShape<T>): void {
    const call = this.#clock.schedule(confirmMs, () => {
      this.#calls.delete(call);
      if (this.#take(shape)) void this.#folder.remove(shape.key);
    });
    this.#calls.add(call);
  }

  /** Whether the folder had a value, which the user's value now includes. */
  #take<T>(shape: UserShape<T>): boolean {
    const old = this.#folder.read(shape);
    const own = this.#user.read(shape);
    if (old.kind !== 'read' || own.kind === 'newer') return false;
    const merged = own.kind === 'read' ? shape.merge(own.value, old.value) : old.value;
    if (own.kind !== 'read' || !jsonEqual(own.value, merged)) void this.#user.write(shape, merged);
    return true;
  }
}
