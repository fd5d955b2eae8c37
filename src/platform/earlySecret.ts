import * as vscode from 'vscode';
import { isRecord } from '../util/json.ts';
import { activeServerKey, settings, settingsSection, tokenKey } from './ids.ts';

type Context = Pick<vscode.ExtensionContext, 'secrets' | 'workspaceState'>;

/**
 * VS Code's secrets, of which the token of the server that is about to be shown is requested before the code that
 * needs it is loaded: the way to VS Code's storage and back takes as long as that. It is handed out once.
 */
export class EarlySecret implements vscode.SecretStorage {
  readonly #secrets: vscode.SecretStorage;
  readonly #key: string | undefined;
  readonly #subscription: vscode.Disposable;
  readonly onDidChange: vscode.SecretStorage['onDidChange'];
  #value: Thenable<string | undefined> | undefined;

  constructor({ secrets, workspaceState }: Context) {
    this.#secrets = secrets;
    this.onDidChange = secrets.onDidChange;
    this.#key = keyOfShown(workspaceState);
    this.#subscription = secrets.onDidChange(({ key }) => this.#changed(key));
    if (this.#key === undefined) return;
    this.#value = secrets.get(this.#key);
    // Whoever gets it handles a failure; nobody else has to.
    this.#value.then(undefined, () => undefined);
  }

  get(key: string): Thenable<string | undefined> {
    const value = key === this.#key ? this.#value : undefined;
    this.#changed(key);
    return value ?? this.#secrets.get(key);
  }

  store(key: string, value: string): Thenable<void> {
    this.#changed(key);
    return this.#secrets.store(key, value);
  }

  delete(key: string): Thenable<void> {
    this.#changed(key);
    return this.#secrets.delete(key);
  }

  #changed(key: string): void {
    if (key !== this.#key) return;
    this.#value = undefined;
    this.#subscription.dispose();
  }
}

/** A guess without the schemas, which are not loaded yet: with a wrong one, the token is requested later. */
function keyOfShown(workspaceState: vscode.Memento): string | undefined {
  const stored = workspaceState.get<unknown>(activeServerKey);
  const active = isRecord(stored) ? stored['value'] : stored;
  const setting = vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(settings.servers);
  const entries = Array.isArray(setting?.globalValue) ? setting.globalValue.filter(isRecord) : [];
  const { id, url } = entries.find(entry => entry['id'] === active) ?? entries[0] ?? {};
  if (typeof id !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  return tokenKey(id, new URL(url).origin);
}
