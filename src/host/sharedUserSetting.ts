import { readFile } from 'node:fs/promises';
import { type ParseError, parse } from 'jsonc-parser';
import { systemClock } from '../util/clock.ts';
import { delay } from '../util/delay.ts';
import { isRecord } from '../util/json.ts';
import { settingsSection } from './ids.ts';
import { updateUserSetting, userSetting } from './settings.ts';
import type { SharedSettingParts } from './sharedSetting.ts';

export interface UserSettingParts {
  /** The file of the user's settings, where it is on this computer. */
  readonly settingsFile?: string;
  readonly onFailure: SharedSettingParts['onFailure'];
}

/** A setting of the user's own as a `SharedSetting`. */
export function sharedSettingParts(
  name: string,
  { settingsFile, onFailure }: UserSettingParts,
): SharedSettingParts {
  return {
    read: async () => (await settingIn(settingsFile, name)) ?? userSetting(name),
    write: value => updateUserSetting(name, value),
    clock: systemClock,
    delay,
    random: Math.random,
    onFailure,
  };
}

/**
 * The value as the file has it: VS Code tells of another window's write late, and in a browser not at all.
 * `undefined` where the file is elsewhere, as with a remote extension host, or does not name the setting.
 */
async function settingIn(file: string | undefined, name: string): Promise<unknown> {
  if (file === undefined) return undefined;
  try {
    const errors: ParseError[] = [];
    const all: unknown = parse(await readFile(file, 'utf8'), errors, { allowTrailingComma: true });
    return errors.length === 0 && isRecord(all) ? all[`${settingsSection}.${name}`] : undefined;
  } catch {
    // Then what VS Code knows has to do.
    return undefined;
  }
}
