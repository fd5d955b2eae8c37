import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ParseError, parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import { settingsSection } from './ids.ts';

/**
 * Reads the user's settings of a section, ignoring those of the workspace. VS Code's `inspect` takes milliseconds per
 * setting, because it copies the language overrides of all extensions. If the workspace sets nothing in the section,
 * which a single call shows, the merged values are the user's.
 */
export function userValues(section: string): (name: string) => unknown {
  const settings = vscode.workspace.getConfiguration(section);
  const whole = vscode.workspace.getConfiguration().inspect(section);
  const isOnlyUsers =
    whole !== undefined && whole.workspaceValue === undefined && whole.workspaceFolderValue === undefined;
  if (isOnlyUsers) return name => plain(settings.get<unknown>(name));
  return name => {
    const inspected = settings.inspect<unknown>(name);
    return inspected?.globalValue ?? inspected?.defaultValue;
  };
}

/** VS Code returns read-only proxies, which cannot be posted to a page. */
function plain(value: unknown): unknown {
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
}

/** The user's own value of one of the extension's settings: a workspace must not change how requests are sent. */
export function userSetting(name: string): unknown {
  return userValues(settingsSection)(name);
}

/**
 * A setting of the user, or several of one prefix. It is read when first needed, and again after VS Code has reported
 * a change.
 */
export class ConfigValue<T> implements vscode.Disposable {
  readonly #name: string;
  readonly #read: () => T;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #known: { readonly value: T } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(name: string, read: () => T) {
    this.#name = name;
    this.#read = read;
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${settingsSection}.${name}`)) this.#reload();
    });
  }

  get value(): T {
    this.#known ??= { value: this.#read() };
    return this.#known.value;
  }

  /**
   * Writes the result of `apply`, one change after the other. It gets the value in the user's settings file, if that
   * is on this computer: VS Code reports a change by another window late, and in a browser not at all.
   */
  change(apply: (value: unknown) => unknown, settingsFile?: string): Promise<void> {
    const change = this.#last
      .catch(() => undefined)
      .then(async () => {
        const value = (await settingIn(settingsFile, this.#name))?.value ?? userSetting(this.#name);
        await vscode.workspace
          .getConfiguration(settingsSection)
          .update(this.#name, apply(value), vscode.ConfigurationTarget.Global);
        this.#reload();
      });
    this.#last = change;
    return change;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #reload(): void {
    const before = this.#known;
    this.#known = undefined;
    if (before === undefined || !isDeepStrictEqual(this.value, before.value)) this.#changed.fire();
  }
}

/**
 * Reads all entries of a list setting, both as VS Code knows them and as the file has them. `undefined` if either
 * cannot be read: an entry that one of them lacks may still exist in the other.
 */
export function entriesReader(
  name: string,
  settingsFile: string | undefined,
): () => Promise<readonly unknown[] | undefined> {
  let hadEntries = false;
  return async () => {
    const known = userSetting(name);
    if (known !== undefined && !Array.isArray(known)) return undefined;
    hadEntries ||= known !== undefined;
    const stored = await settingIn(settingsFile, name);
    // The settings are on another computer: only VS Code can read them, and it may have none yet right after its
    // start.
    if (stored === undefined) return known ?? (hadEntries ? [] : undefined);
    const saved = stored.isReadable ? (stored.value ?? []) : undefined;
    return Array.isArray(saved) ? [...saved, ...(known ?? [])] : undefined;
  };
}

/** The value in a settings file; `undefined` if there is no file, as with a remote extension host. */
async function settingIn(
  file: string | undefined,
  name: string,
): Promise<{ readonly isReadable: boolean; readonly value?: unknown } | undefined> {
  const text = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const errors: ParseError[] = [];
  const all: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(all)) return { isReadable: false };
  return { isReadable: true, value: all[`${settingsSection}.${name}`] };
}
