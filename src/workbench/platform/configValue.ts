import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { recordOf } from '../../base/json.ts';
import { settingsSection } from './ids.ts';
import { t } from './localize.ts';

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

/** The user's own value of one of the extension's settings: a workspace must not change where requests are sent. */
export function userSetting(name: string): unknown {
  return userValues(settingsSection)(name);
}

/** The value of one of the extension's settings that a workspace may set for everybody who opens it. */
export function setting(name: string): unknown {
  return plain(vscode.workspace.getConfiguration(settingsSection).get<unknown>(name));
}

/** The values of one of the extension's settings by the user, the workspace and its folder, to be used together. */
export function settingOfEach(name: string): readonly unknown[] {
  const found = vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(name);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].map(plain);
}

/** Whether the workspace or a folder of it sets any of the settings; in an untrusted one, VS Code ignores what they set. */
export function isSetByWorkspace(...names: readonly string[]): boolean {
  const whole = vscode.workspace.getConfiguration().inspect<unknown>(settingsSection);
  const all = [whole?.workspaceValue, whole?.workspaceFolderValue].map(recordOf);
  return all.some(values => names.some(name => values[name] !== undefined));
}

/** `apply` gets the user's own value. */
export type SettingEdit = readonly [name: string, apply: (value: unknown) => unknown];

/** Settings that together are one value. It is read when first needed, and again after VS Code has reported a change. */
export class ConfigValue<T> implements vscode.Disposable {
  readonly #names: readonly [string, ...string[]];
  readonly #read: () => T;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #known: { readonly value: T } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isChanging = false;

  constructor(names: string | readonly [string, ...string[]], read: () => T) {
    this.#names = typeof names === 'string' ? [names] : names;
    this.#read = read;
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      const isAffected = this.#names.some(name => event.affectsConfiguration(`${settingsSection}.${name}`));
      // Nobody should act on one of several settings that are about to change.
      if (isAffected && !this.#isChanging) this.#reload();
    });
  }

  get value(): T {
    this.#known ??= { value: this.#read() };
    return this.#known.value;
  }

  /** Writes the result of `apply`, which gets the user's own value, one change after the other. */
  change(apply: (value: unknown) => unknown): Promise<void> {
    return this.changeAll([[this.#names[0], apply]]);
  }

  /** The same for several settings, in this order: if one cannot be written, those before it are as they were. */
  changeAll(edits: readonly SettingEdit[]): Promise<void> {
    const change = this.#last
      .catch(() => undefined)
      .then(async () => {
        this.#known ??= { value: this.#read() };
        this.#isChanging = true;
        try {
          // VS Code notices late what another window has written, and in a browser not at all. It reads the user's
          // settings again after each write, and removing what is not there changes nothing.
          await write('absent', undefined);
          await writeAll(edits);
        } finally {
          this.#isChanging = false;
          this.#reload();
        }
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

async function write(name: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration(settingsSection);
  await settings.update(name, value, vscode.ConfigurationTarget.Global);
}

async function writeAll([edit, ...others]: readonly SettingEdit[]): Promise<void> {
  if (edit === undefined) return;
  const [name, apply] = edit;
  const before = userSetting(name);
  const after = apply(before);
  const isChanged = !isDeepStrictEqual(before, after);
  if (isChanged) await write(name, after);
  try {
    await writeAll(others);
  } catch (error) {
    // What another window has written meanwhile stays.
    if (isChanged && isDeepStrictEqual(userSetting(name), after))
      await write(name, before).catch(() => {
        throw new Error(
          t('Only the setting “{name}” was changed, so check your settings. {reason}', {
            name: `${settingsSection}.${name}`,
            reason: error instanceof Error ? error.message : String(error),
          }),
        );
      });
    throw error;
  }
}
