import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { groupBy } from '../../../base/collections.ts';
import { shortHash } from '../../../base/displayText.ts';
import { fileEndings } from './fileSet.ts';

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/;
const mostBytes = 120;

/** The name as part of a file name that is valid on every system. */
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

/**
 * Chooses names for new files that are distinct on every system. If objects share a stem, each gets a suffix that
 * only depends on its identity, so that names are independent of the order in which the server returns them.
 */
export function newPaths(
  kind: ObjectKind,
  folder: string,
  objects: readonly { readonly name: string; readonly identity: string }[],
  taken: Iterable<string>,
): string[] {
  const used = new Set([...taken].map(caseless));
  const stems = objects.map(({ name }) => stemOf(kind, name));
  const byStem = groupBy(stems, caseless);
  return objects.map(({ identity }, index) => {
    const stem = stems[index] ?? kind;
    const pathOf = (name: string) => `${folder}/${name}${fileEndings[kind][0]}`;
    const isShared = (byStem.get(caseless(stem)) ?? []).length > 1 || used.has(caseless(pathOf(stem)));
    let path = pathOf(isShared ? `${stem}-${shortHash(identity)}` : stem);
    for (let number = 2; used.has(caseless(path)); number++)
      path = pathOf(`${stem}-${shortHash(`${identity} ${number}`)}`);
    used.add(caseless(path));
    return path;
  });
}

/** The part of the file name that was derived from the object's name. */
export function stemInPath({ kind, path }: { readonly kind: ObjectKind; readonly path: string }): string {
  const file = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase();
  const ending = fileEndings[kind].find(text => file.endsWith(text)) ?? '';
  return file.slice(0, file.length - ending.length);
}

/** Some file systems do not distinguish case, “ß” and “ss”, or composed and decomposed accents. */
function caseless(text: string): string {
  return text.normalize('NFKD').toUpperCase();
}
