import type * as vscode from 'vscode';
import * as z from 'zod/mini';

/**
 * A value stored under a key: its current shape, and how to upgrade older ones. Values without a version have the
 * shape of version 1.
 */
export interface ValueShape<T> {
  readonly key: string;
  readonly schema: z.core.$ZodType<T>;
  /** The first converts version 1 to version 2, and so on. Each may throw on broken values. */
  readonly upgrades?: readonly ((old: unknown) => unknown)[];
  readonly fallback: T;
  /** A sentence for the user that says what it means if the value cannot be read. */
  readonly meaning: () => string;
}

export type StoredReading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'absent' | 'broken' | 'newer' };

/** The `$` rules out confusion with values that have no version. */
const EnvelopeSchema = z.strictObject({ $version: z.int().check(z.minimum(1)), value: z.unknown() });

export function readStored<T>(shape: ValueShape<T>, stored: unknown): StoredReading<T> {
  if (stored === undefined) return { kind: 'absent' };
  const envelope = EnvelopeSchema.safeParse(stored);
  const { $version: version, value } = envelope.success ? envelope.data : { $version: 1, value: stored };
  if (version > versionOf(shape)) return { kind: 'newer' };
  try {
    const upgraded = (shape.upgrades ?? []).slice(version - 1).reduce((old, upgrade) => upgrade(old), value);
    const reading = z.safeParse(shape.schema, upgraded);
    return reading.success ? { kind: 'read', value: reading.data } : { kind: 'broken' };
  } catch {
    // An upgrade failed on an unexpected value, which is therefore broken.
    return { kind: 'broken' };
  }
}

export function toStored<T>(shape: ValueShape<T>, value: T): unknown {
  return { $version: versionOf(shape), value };
}

function versionOf({ upgrades = [] }: Pick<ValueShape<unknown>, 'upgrades'>): number {
  return upgrades.length + 1;
}

/** A `broken` value was set aside; a `newer` one stays untouched for the version that wrote it. */
export interface Unread {
  readonly kind: 'broken' | 'newer';
  readonly key: string;
  readonly meaning: () => string;
}

export interface SetAside {
  readonly key: string;
  readonly time: string;
  readonly value: unknown;
}

const asidePrefix = 'setAside ';
const keptAside = 20;
const longestAside = 1_000_000;

/** The only access to VS Code's storage. Unreadable values are set aside instead of being lost. */
export class Memory {
  readonly #memento: vscode.Memento;
  readonly #onUnread: (unread: Unread) => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #notified = new Set<string>();

  /** Calls `onUnread` once per key. */
  constructor(
    memento: vscode.Memento,
    onUnread: (unread: Unread) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#memento = memento;
    this.#onUnread = onUnread;
    this.#onFailure = onFailure;
  }

  of<T>(shape: ValueShape<T>): StoredValue<T> {
    return new StoredValue(this, shape);
  }

  read<T>(shape: ValueShape<T>): StoredReading<T> {
    const stored = this.#memento.get<unknown>(shape.key);
    const reading = readStored(shape, stored);
    if (reading.kind === 'broken') {
      this.setAside(shape, stored);
      void this.#update(shape.key, undefined);
    } else if (reading.kind === 'newer') this.#notify('newer', shape);
    return reading;
  }

  /** The stored JSON, to compare it later. */
  textOf(key: string): string | undefined {
    return JSON.stringify(this.#memento.get<unknown>(key));
  }

  /** Never rejects: VS Code keeps the value for this window in any case, and a failure to store it is logged. */
  async write<T>(shape: ValueShape<T>, value: T): Promise<void> {
    await this.#update(shape.key, toStored(shape, value));
  }

  /** Removes the value, whatever its shape. */
  async remove(key: string): Promise<void> {
    await this.#update(key, undefined);
  }

  /** Stores a copy of the unreadable value, of which the newest twenty are kept, and reports it. */
  setAside({ key, meaning }: Pick<ValueShape<unknown>, 'key' | 'meaning'>, value: unknown): void {
    const memento = this.#memento;
    const text = JSON.stringify(value);
    const copy = text.length > longestAside ? text.slice(0, longestAside) : value;
    const older = this.#asideKeys();
    const isKept = older.some(aside => asideName(aside) === key && isSame(memento.get(aside), copy));
    if (!isKept) {
      void this.#update(freeAsideKey(key, older), copy);
      for (const oldest of older.slice(0, Math.max(0, older.length + 1 - keptAside)))
        void this.#update(oldest, undefined);
    }
    this.#notify('broken', { key, meaning });
  }

  /** Values that were set aside, oldest first. */
  aside(): readonly SetAside[] {
    return this.#asideKeys().map(key => ({
      key: asideName(key),
      time: key.split(' ')[1] ?? '',
      value: this.#memento.get<unknown>(key),
    }));
  }

  #asideKeys(): string[] {
    return this.#memento
      .keys()
      .filter(key => key.startsWith(asidePrefix))
      .sort();
  }

  #notify(kind: Unread['kind'], { key, meaning }: Pick<ValueShape<unknown>, 'key' | 'meaning'>): void {
    if (this.#notified.has(key)) return;
    this.#notified.add(key);
    this.#onUnread({ kind, key, meaning });
  }

  /** VS Code accepts the value immediately and writes it later, in order, so callers need not wait. */
  async #update(key: string, value: unknown): Promise<void> {
    try {
      await this.#memento.update(key, value);
    } catch (error) {
      this.#onFailure(error);
    }
  }
}

/** One stored value. It is read on each access, because another window may have written it. */
export class StoredValue<T> {
  readonly #memory: Memory;
  readonly #shape: ValueShape<T>;
  /** For this window only, when a newer version's value must stay. */
  #own: { readonly value: T } | undefined;

  constructor(memory: Memory, shape: ValueShape<T>) {
    this.#memory = memory;
    this.#shape = shape;
  }

  get(): T {
    const reading = this.#memory.read(this.#shape);
    if (reading.kind === 'read') return reading.value;
    return this.#own === undefined ? this.#shape.fallback : this.#own.value;
  }

  async set(value: T): Promise<void> {
    // Reading sets a broken value aside before it is overwritten.
    if (this.#memory.read(this.#shape).kind === 'newer') this.#own = { value };
    else await this.#memory.write(this.#shape, value);
  }

  /** Resets to the fallback; a newer version's value stays. */
  async clear(): Promise<void> {
    this.#own = undefined;
    if (this.#memory.read(this.#shape).kind === 'read') await this.#memory.remove(this.#shape.key);
  }
}

/** The key for a value that is set aside now; unique even if several are set aside in one millisecond. */
function freeAsideKey(key: string, taken: readonly string[]): string {
  let time = Date.now();
  const name = (): string => `${asidePrefix}${new Date(time).toISOString()} ${key}`;
  while (taken.includes(name())) time++;
  return name();
}

function asideName(key: string): string {
  return key.split(' ').slice(2).join(' ');
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
