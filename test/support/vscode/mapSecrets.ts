import type * as vscode from 'vscode';

/** Secrets that last as long as a test, and that nobody else changes. */
export class MapSecrets implements Pick<vscode.SecretStorage, 'get' | 'store' | 'delete' | 'onDidChange'> {
  readonly #values: Map<string, string>;
  readonly onDidChange = () => ({ dispose: () => undefined });

  constructor(values = new Map<string, string>()) {
    this.#values = values;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.#values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#values.delete(key);
  }
}
