import * as vscode from 'vscode';
import { settingsSection } from './ids.ts';

/** A setting that is needed for every job: read once, and again after the settings changed. */
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
