import type * as vscode from 'vscode';

/** A memento as in VS Code: values are updated at once, and can hold what JSON can. */
export class FakeMemento implements vscode.Memento {
  readonly texts = new Map<string, string>();
  /** Every key written, in order. */
  readonly writes: string[] = [];
  failure: Error | undefined;
  syncedKeys: readonly string[] = [];

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(values)) this.texts.set(key, JSON.stringify(value));
  }

  keys(): readonly string[] {
    return [...this.texts.keys()];
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, fallback: T): T;
  get(key: string, fallback?: unknown): unknown {
    const text = this.texts.get(key);
    return text === undefined ? fallback : JSON.parse(text);
  }

  setKeysForSync(keys: readonly string[]): void {
    this.syncedKeys = keys;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.writes.push(key);
    if (value === undefined) this.texts.delete(key);
    else this.texts.set(key, JSON.stringify(value));
  }
}
