import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { hasCode, isMissing } from '../../base/fileErrors.ts';
import { isRecord } from '../../base/json.ts';
import { userSetting } from './configValue.ts';
import { settingsSection } from './ids.ts';

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
