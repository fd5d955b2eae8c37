import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Profile } from './server.ts';

const pack = { publisher: 'device-automation-demo', name: 'russian', version: '1.0.0' };
const extensionId = `${pack.publisher}.${pack.name}`;
const languageName = 'Русский';

/**
 * Makes VS Code report Russian to extensions. This requires a language pack, and Microsoft's is not on npm; this one
 * translates nothing of VS Code itself, whose own texts stay English.
 */
export async function addRussian({ extensions, userData }: Profile): Promise<void> {
  const folder = join(extensions, extensionId);
  const translations = join(folder, 'translations.json');
  await mkdir(folder, { recursive: true });
  await writeJson(translations, { version: pack.version, contents: {} });
  await writeJson(join(folder, 'package.json'), {
    ...pack,
    engines: { vscode: '*' },
    contributes: {
      localizations: [
        {
          languageId: 'ru',
          languageName: 'Russian',
          localizedLanguageName: languageName,
          translations: [{ id: 'vscode', path: './translations.json' }],
        },
      ],
    },
  });
  // VS Code writes this list only for packs that it installs itself, not for a folder put in place manually
  await writeJson(join(userData, 'languagepacks.json'), {
    ru: {
      hash: pack.version,
      label: languageName,
      extensions: [{ extensionIdentifier: { id: extensionId }, version: pack.version }],
      translations: { vscode: translations },
    },
  });
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
