import { closeSync, type Dirent, fstatSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Localizer } from '../../util/localizer.ts';
import type { FileProblem } from '../objectFile.ts';
import { accessText, codeOf } from './diskErrors.ts';
import { fileProblem } from './fileText.ts';

export type TextReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly problem: FileProblem };

/** A file of this length takes about as long to read as a user notices; 100,000 devices fit into it. */
export const mostBytes = 4 * 1024 * 1024;
/** More files than jobs that a list shows. */
const mostFiles = 200_000;

/** Large enough for nearly all files; reused for each. */
const shortFile = Buffer.allocUnsafe(64 * 1024);

/** The bytes of a file, valid until the next one is read; `undefined` if it is too long. */
function bytesOf(place: string): Buffer | undefined {
  const file = openSync(place, 'r');
  try {
    const length = readSync(file, shortFile, 0, shortFile.length, 0);
    const isAll = readSync(file, shortFile, length, shortFile.length - length, length) === 0;
    if (isAll && length < shortFile.length) return shortFile.subarray(0, length);
    return fstatSync(file).size > mostBytes ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads a file below the folder; `missing` if there is none. Symbolic links are not followed. */
export function readText(folder: string, path: string, localizer: Localizer): TextReading {
  try {
    const link = linkIn(folder, path);
    if (link !== undefined) return { kind: 'bad', problem: linkProblem(link, localizer) };
    // Reading a pipe would block until something writes to it.
    const isOther = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === false;
    if (isOther) return bad(path, localizer.t('This is not a file.'));
  } catch (error) {
    return bad(path, accessText(error, localizer));
  }
  return readListedText(folder, path, localizer);
}

/** The same for a file from a folder listing, which needs no further check for links. */
export function readListedText(folder: string, path: string, localizer: Localizer): TextReading {
  try {
    const bytes = bytesOf(join(folder, path));
    if (bytes === undefined)
      return bad(path, localizer.t('The file is larger than 4 MiB, so it is not read.'));
    const text = bytes.toString();
    if (text.includes('\ufffd') && !bytes.includes('\ufffd'))
      return bad(path, localizer.t('The file is not UTF-8.'));
    return { kind: 'text', text };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'missing' };
    return bad(path, accessText(error, localizer));
  }
}

interface FolderListing {
  readonly paths: readonly string[];
  readonly problems: readonly FileProblem[];
  /** Warnings about other files and folders. */
  readonly leftOut: readonly FileProblem[];
}

/** The files directly in a folder with one of these endings, sorted by name; empty if the folder does not exist. */
export async function filesIn(
  folder: string,
  path: string,
  endings: readonly string[],
  localizer: Localizer,
): Promise<FolderListing> {
  try {
    const link = linkIn(folder, path);
    if (link !== undefined) return { paths: [], problems: [linkProblem(link, localizer)], leftOut: [] };
    const all: Dirent[] = [];
    for await (const entry of await opendir(join(folder, path), { bufferSize: 512 })) {
      all.push(entry);
      if (all.length <= mostFiles) continue;
      const text = localizer.t('This folder has more than 200,000 files, so it is not read.');
      return { paths: [], problems: [fileProblem(path, text)], leftOut: [] };
    }
    const hasEnding = ({ name }: Dirent) => endings.some(ending => name.toLowerCase().endsWith(ending));
    const entries = all.filter(hasEnding);
    const names = entries.map(entry => `${path}/${entry.name}`);
    const links = entries.filter(entry => entry.isSymbolicLink()).map(entry => `${path}/${entry.name}`);
    const others = entries.filter(entry => !entry.isSymbolicLink() && !entry.isFile());
    return {
      paths: names.filter((_, index) => entries[index]?.isFile()).sort(byCodePoint),
      problems: [
        ...links.map(name => linkProblem(name, localizer)),
        ...others.map(({ name }) => fileProblem(`${path}/${name}`, localizer.t('This is not a file.'))),
      ],
      leftOut: leftOut(
        path,
        all.filter(entry => !hasEnding(entry)),
        { endings, localizer },
      ),
    };
  } catch (error) {
    const problems = codeOf(error) === 'ENOENT' ? [] : [fileProblem(path, accessText(error, localizer))];
    return { paths: [], problems, leftOut: [] };
  }
}

/** The user may expect these to be read. */
function leftOut(
  path: string,
  entries: readonly Dirent[],
  { endings, localizer }: { readonly endings: readonly string[]; readonly localizer: Localizer },
): FileProblem[] {
  const { t } = localizer;
  const visible = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => byCodePoint(a.name, b.name));
  return visible.flatMap(entry => {
    const place = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      const text = t('This folder is skipped: only files directly in “{folder}” are read.', {
        folder: path,
      });
      return [fileProblem(place, text, 'warning')];
    }
    if (!/\.(?:json[c5]?|ya?ml)$|\.(?:job|group)(?:\.|$)/i.test(entry.name)) return [];
    const [first = '', second = ''] = endings;
    const words = { first, second };
    const text = t('This file is skipped, because its name does not end in {first} or {second}.', words);
    return [fileProblem(place, text, 'warning')];
  });
}

export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The first part of the path that is a symbolic link, which may lead out of the folder. */
export function linkIn(folder: string, path: string): string | undefined {
  const parts = path.split('/');
  const places = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return places.find(place => lstatSync(join(folder, place), { throwIfNoEntry: false })?.isSymbolicLink());
}

export function linkProblem(path: string, { t }: Localizer): FileProblem {
  return fileProblem(path, t('This is a symbolic link; symbolic links are not followed.'));
}

function bad(path: string, text: string): TextReading {
  return { kind: 'bad', problem: fileProblem(path, text) };
}
