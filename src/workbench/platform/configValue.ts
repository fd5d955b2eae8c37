import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type ParseError, parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { displayText } from '../../base/displayText.ts';
import { ExplainedError } from '../../base/explainedError.ts';
import { hasCode, isMissing } from '../../base/fileErrors.ts';
import { isRecord } from '../../base/json.ts';
import type { Localizer } from '../../base/localizer.ts';
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

/** Whether the workspace or a folder of it sets the setting; in an untrusted one, VS Code ignores what they set. */
export function isSetByWorkspace(name: string): boolean {
  const whole = vscode.workspace.getConfiguration().inspect<unknown>(settingsSection);
  return [whole?.workspaceValue, whole?.workspaceFolderValue].some(
    values => isRecord(values) && values[name] !== undefined,
  );
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
        throw new HalfWrittenError(`${settingsSection}.${name}`, error);
      });
    throw error;
  }
}

/** One setting was written, another one that belongs to it was not. */
class HalfWrittenError extends ExplainedError {
  readonly #written: string;
  readonly #failure: unknown;

  constructor(written: string, failure: unknown) {
    super(`only ${written} was written: ${String(failure)}`);
    this.#written = written;
    this.#failure = failure;
  }

  override explain({ t }: Localizer): string {
    return t('Only the setting “{name}” was changed, so check your settings. VS Code reported: {reason}', {
      name: this.#written,
      reason: displayText(
        this.#failure instanceof Error ? this.#failure.message : String(this.#failure),
        300,
      ),
    });
  }
}

/**
 * Reads all entries of a list setting in the settings of every VS Code profile on this computer, with those that VS
 * Code knows. `undefined` if any cannot be read, as with a remote extension host: an entry may still exist there.
 */
export function entriesReader(
  name: string,
  userFolder: string,
): () => Promise<readonly unknown[] | undefined> {
  return async () => {
    const texts = await settingsTexts(userFolder).catch(() => [undefined]);
    const lists = [userSetting(name) ?? [], ...texts.map(text => valueIn(text, name))];
    return lists.every(list => Array.isArray(list)) ? lists.flat() : undefined;
  };
}

/** The settings files of the default profile and of those that have their own. */
async function settingsTexts(userFolder: string): Promise<string[]> {
  const profiles = join(userFolder, 'profiles');
  const names = await readdir(profiles).catch(noneIfMissing);
  const own = names.map(name => readFile(join(profiles, name, 'settings.json'), 'utf8').catch(noneIfMissing));
  return (await Promise.all([readFile(join(userFolder, 'settings.json'), 'utf8'), ...own])).flat();
}

function noneIfMissing(error: unknown): readonly string[] {
  if (isMissing(error) || hasCode(error, 'ENOTDIR')) return [];
  throw error;
}

/** The value in the text of a settings file; `undefined` if the text is missing or invalid. */
function valueIn(text: string | undefined, name: string): unknown {
  const errors: ParseError[] = [];
  const all: unknown = text === undefined ? undefined : parse(text, errors, { allowTrailingComma: true });
  return errors.length > 0 || !isRecord(all) ? undefined : (all[`${settingsSection}.${name}`] ?? []);
}
