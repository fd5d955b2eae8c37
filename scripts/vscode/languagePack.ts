import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Profile } from './server.ts';

const PACK = { publisher: 'device-automation-demo', name: 'russian', version: '1.0.0' };
const ID = `${PACK.publisher}.${PACK.name}`;
const LABEL = 'Русский';

/**
 * Makes VS Code report Russian to extensions. This requires a language pack, and Microsoft's is not on npm; this one
 * translates nothing of VS Code itself, whose own texts stay English.
 */
export async function addRussian({ extensions, userData }: Profile): Promise<void> {
  const folder = join(extensions, ID);
  const translations = join(folder, 'translations.json');
  await mkdir(folder, { recursive: true });
  await writeJson(translations, { version: PACK.version, contents: {} });
  await writeJson(join(folder, 'package.json'), {
    ...PACK,
    engines: { vscode: '*' },
    contributes: {
      localizations: [
        {
          languageId: 'ru',
          languageName: 'Russian',
          localizedLanguageName: LABEL,
          translations: [{ id: 'vscode', path: './translations.json' }],
        },
      ],
    },
  });
  // VS Code writes this list only for packs that it installs itself, not for a folder put in place manually
  await writeJson(join(userData, 'languagepacks.json'), {
    ru: {
      hash: PACK.version,
      label: LABEL,
      extensions: [{ extensionIdentifier: { id: ID }, version: PACK.version }],
      translations: { vscode: translations },
    },
  });
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
