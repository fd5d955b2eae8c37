import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** The locale for which VS Code loads the pseudo-language. */
export const pseudoLanguage = 'qps-ploc';

/** The start of every text. */
export const opening = '⟦';
const closing = '⟧';

/** Padding that lengthens texts as German or Russian would. */
const filler = 'õne twö thrée föur fíve síx sévén éíght níne tén ';
const growth = 0.4;

const TextsSchema = z.record(z.string(), z.string());

/** The text in brackets, 40 % longer; its placeholders, links and plural forms are unchanged. */
export function pseudoText(text: string): string {
  return text.split('\n').map(pseudoLine).join('\n');
}

function pseudoLine(line: string): string {
  const [, label, target] = /^\[([^\]]*)\](\(\S+\))$/.exec(line) ?? [];
  if (label !== undefined && target !== undefined) return `[${bracketed(label)}]${target}`;
  return line.split('|').map(bracketed).join('|');
}

function bracketed(text: string): string {
  if (text.trim() === '') return text;
  const length = Math.ceil(text.length * growth);
  const more = filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
  return `${opening}${text} ${more.trim()}${closing}`;
}

/** The pseudo-translations of messages, generated from the keys of another language, which are the English texts. */
function pseudoBundle(translations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(translations).map(key => [key, pseudoText(key)]));
}

/** The texts of `package.json`, generated from the English ones. */
function pseudoManifest(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));
}

/** A copy of the built extension that also contains the pseudo-language. */
export async function makePseudoExtension(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  // Copies: through a symbolic link, VS Code would not recognize the code as the extension's.
  for (const name of ['dist', 'media', 'l10n', 'package.json', 'package.nls.json'])
    await cp(join(from, name), join(to, name), { recursive: true });
  const write = (path: string, texts: Readonly<Record<string, string>>) =>
    writeFile(join(to, path), JSON.stringify(texts));
  const manifestTexts = await readTexts(join(from, 'package.nls.json'));
  await write(`package.nls.${pseudoLanguage}.json`, pseudoManifest(manifestTexts));
  const translations = await readTexts(join(from, 'l10n', 'bundle.l10n.ru.json'));
  await write(`l10n/bundle.l10n.${pseudoLanguage}.json`, pseudoBundle(translations));
}

async function readTexts(path: string): Promise<Record<string, string>> {
  return TextsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}
