import { readFile } from 'node:fs/promises';
import { type ParseError, parse } from 'jsonc-parser';
import { systemClock } from '../util/clock.ts';
import { delay } from '../util/delay.ts';
import { FolderLock } from '../util/folderLock.ts';
import { isRecord } from '../util/json.ts';
import type { SharedSettingParts } from '../util/sharedSetting.ts';
import { settingsSection } from './ids.ts';
import { updateUserSetting, userSetting } from './settings.ts';

export interface UserSettingParts {
  /** The user's settings file, if it is on this computer. */
  readonly settingsFile?: string;
  /**
   * The folder that exists while a window on this computer writes settings; without it, windows do not wait for each
   * other.
   */
  readonly lockFolder?: string;
  readonly onFailure: SharedSettingParts['onFailure'];
}

/** Connects a user setting to `SharedSetting`. */
export function sharedSettingParts(
  name: string,
  { settingsFile, lockFolder, onFailure }: UserSettingParts,
): SharedSettingParts {
  const lock =
    lockFolder === undefined ? undefined : new FolderLock({ path: lockFolder, clock: systemClock, delay });
  return {
    read: async () => (await settingIn(settingsFile, name)) ?? userSetting(name),
    write: value => updateUserSetting(name, value),
    exclusively: run => lock?.run(run) ?? run(),
    clock: systemClock,
    delay,
    random: Math.random,
    onFailure,
  };
}

/**
 * Reads all entries of a list setting, both as VS Code knows them and as the file has them. `undefined` if either
 * cannot be read: an entry that one of them lacks may still exist in the other.
 */
export function entriesReader(
  name: string,
  { settingsFile: file }: UserSettingParts,
): () => Promise<readonly unknown[] | undefined> {
  let hadEntries = false;
  return async () => {
    const known = userSetting(name);
    if (known !== undefined && !Array.isArray(known)) return undefined;
    hadEntries ||= known !== undefined;
    const text = await textOf(file);
    // The settings are on another computer: only VS Code can read them, and it may have none yet right after its
    // start.
    if (text === undefined) return known ?? (hadEntries ? [] : undefined);
    const all = settingsOf(text);
    if (all === undefined) return undefined;
    const saved = all[`${settingsSection}.${name}`] ?? [];
    return Array.isArray(saved) ? [...saved, ...(known ?? [])] : undefined;
  };
}

/**
 * The value in the file: VS Code reports another window's write late, and in a browser not at all. `undefined` if the
 * file is elsewhere, as with a remote extension host, or lacks the setting.
 */
async function settingIn(file: string | undefined, name: string): Promise<unknown> {
  const text = await textOf(file);
  return text === undefined ? undefined : settingsOf(text)?.[`${settingsSection}.${name}`];
}

/** `undefined` if there is no file or it cannot be read. */
async function textOf(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readFile(file, 'utf8').catch(() => undefined);
}

/** `undefined` if the text is damaged. */
function settingsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const errors: ParseError[] = [];
  const all: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isRecord(all) ? all : undefined;
}
