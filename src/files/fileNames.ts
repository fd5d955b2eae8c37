import type { ObjectKind } from '../fields/objectFields.ts';
import { groupBy } from '../util/groupBy.ts';
import { fourCharacters } from '../util/shortHash.ts';
import { fileEndings } from './fileSet.ts';

/** Names that Windows gives to devices, with any ending. */
const reserved = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/;
const mostBytes = 120;

/** The name as a part of a file name that every system allows. */
export function stemOf(kind: ObjectKind, name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+/, '');
  const stem = cut(words.normalize('NFC')).replace(/-+$/, '');
  return stem === '' || reserved.test(stem) ? `${stem}${stem === '' ? '' : '-'}${kind}` : stem;
}

function cut(words: string): string {
  let [text, bytes] = ['', 0];
  for (const character of words) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    text += character;
  }
  return text;
}

interface NamedObject {
  readonly name: string;
  /** Distinguishes it from others of its name. */
  readonly identity: string;
}

interface NewFiles {
  readonly folder: string;
  readonly objects: readonly NamedObject[];
  readonly taken: Iterable<string>;
}

/**
 * Chooses file names of new files that differ on every system. Objects of one stem get a suffix each that
 * depends on them alone, so that the names stay the same whatever order the server returns them in.
 */
export function newPaths(kind: ObjectKind, { folder, objects, taken }: NewFiles): string[] {
  const used = new Set([...taken].map(caseless));
  const stems = objects.map(({ name }) => stemOf(kind, name));
  const byStem = groupBy(stems, caseless);
  return objects.map(({ identity }, index) => {
    const stem = stems[index] ?? kind;
    const pathOf = (name: string) => `${folder}/${name}${fileEndings[kind][0]}`;
    const isShared = (byStem.get(caseless(stem)) ?? []).length > 1 || used.has(caseless(pathOf(stem)));
    let path = pathOf(isShared ? `${stem}-${fourCharacters(identity)}` : stem);
    for (let number = 2; used.has(caseless(path)); number++)
      path = pathOf(`${stem}-${fourCharacters(`${identity} ${number}`)}`);
    used.add(caseless(path));
    return path;
  });
}

/** The part of the file name that was made from the name of the object. */
export function stemInPath({ kind, path }: { readonly kind: ObjectKind; readonly path: string }): string {
  const file = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase();
  const ending = fileEndings[kind].find(text => file.endsWith(text)) ?? '';
  return file.slice(0, file.length - ending.length);
}

/** Some systems do not distinguish upper and lower case, “ß” and “ss”, or forms of accents. */
function caseless(text: string): string {
  return text.normalize('NFKD').toUpperCase();
}
