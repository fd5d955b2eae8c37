import * as vscode from 'vscode';
import { settingsSection } from './ids.ts';

/** Caches a setting that is needed for every job; read again only after the settings have changed. */
export class RememberedSetting<T> implements vscode.Disposable {
  readonly #read: () => T;
  readonly #subscription: vscode.Disposable;
  #known: { readonly value: T } | undefined;

  constructor(read: () => T) {
    this.#read = read;
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(settingsSection)) this.#known = undefined;
    });
  }

  readonly get = (): T => {
    this.#known ??= { value: this.#read() };
    return this.#known.value;
  };

  dispose(): void {
    this.#subscription.dispose();
  }
}
