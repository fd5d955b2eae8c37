import { closeSync, type Dirent, fstatSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodePoint } from '../../../base/collections.ts';
import { codeOf, isMissing } from '../../../base/fileErrors.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { type FileProblem, fileProblem } from './fileText.ts';

type TextReading =
  | { readonly kind: 'text'; readonly text: string }
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
export function readText(
  folder: string,
  path: string,
  localizer: Localizer,
): TextReading | { readonly kind: 'missing' } {
  try {
    const link = linkIn(folder, path);
    if (link !== undefined) return { kind: 'bad', problem: linkProblem(link, localizer) };
    // Reading a pipe would block until something writes to it.
    const isOther = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === false;
    if (isOther) return bad(path, localizer.t('This is not a file.'));
    return decode(path, bytesOf(join(folder, path)), localizer);
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : bad(path, accessText(error, localizer));
  }
}

/** The same for a file from a folder listing, which needs no further check for links. */
export function readListedText(folder: string, path: string, localizer: Localizer): TextReading {
  try {
    return decode(path, bytesOf(join(folder, path)), localizer);
  } catch (error) {
    const isDeleted = isMissing(error);
    return bad(path, isDeleted ? localizer.t('The file was deleted.') : accessText(error, localizer));
  }
}

function decode(path: string, bytes: Buffer | undefined, { t }: Localizer): TextReading {
  if (bytes === undefined) return bad(path, t('The file is larger than 4 MiB, so it is not read.'));
  const text = bytes.toString();
  const isDamaged = text.includes('\ufffd') && !bytes.includes('\ufffd');
  return isDamaged ? bad(path, t('The file is not UTF-8.')) : { kind: 'text', text };
}

interface FolderListing {
  readonly paths: string[];
  readonly problems: FileProblem[];
  /** Warnings about other files and folders, which the user may expect to be read. */
  readonly leftOut: FileProblem[];
}

/** The files directly in a folder with one of these endings, sorted by name; empty if the folder does not exist. */
export async function filesIn(
  folder: string,
  path: string,
  endings: readonly string[],
  localizer: Localizer,
): Promise<FolderListing> {
  const { t } = localizer;
  const [first = '', second = ''] = endings;
  const listing: FolderListing = { paths: [], problems: [], leftOut: [] };
  const failed = (problem: FileProblem) => ({ ...listing, problems: [problem] });
  try {
    const link = linkIn(folder, path);
    if (link !== undefined) return failed(linkProblem(link, localizer));
    const entries: Dirent[] = [];
    for await (const entry of await opendir(join(folder, path), { bufferSize: 512 })) {
      if (entries.push(entry) > mostFiles)
        return failed(fileProblem(path, t('This folder has more than 200,000 files, so it is not read.')));
    }
    for (const entry of entries.sort((a, b) => byCodePoint(a.name, b.name))) {
      const place = `${path}/${entry.name}`;
      const warn = (text: string) => listing.leftOut.push(fileProblem(place, text, 'warning'));
      if (endings.some(ending => entry.name.toLowerCase().endsWith(ending))) {
        if (entry.isFile()) listing.paths.push(place);
        else if (entry.isSymbolicLink()) listing.problems.push(linkProblem(place, localizer));
        else listing.problems.push(fileProblem(place, t('This is not a file.')));
      } else if (entry.name.startsWith('.')) continue;
      else if (entry.isDirectory())
        warn(t('This folder is skipped: only files directly in “{folder}” are read.', { folder: path }));
      else if (/\.(?:json[c5]?|ya?ml)$|\.(?:job|group)(?:\.|$)/i.test(entry.name))
        warn(
          t('This file is skipped, because its name does not end in {first} or {second}.', { first, second }),
        );
    }
    return listing;
  } catch (error) {
    return isMissing(error) ? listing : failed(fileProblem(path, accessText(error, localizer)));
  }
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

/** Why a file or folder cannot be read. */
export function accessText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return t('No permission to read this.');
  return pathText(code, localizer) ?? t('This cannot be read: {error}', { error: code ?? String(error) });
}

/** Why a file or folder cannot be written. */
export function writeText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  const code = codeOf(error);
  if (code === 'EEXIST') return t('A file with this name already exists.');
  if (code === 'EACCES' || code === 'EPERM') return t('No permission to write this.');
  if (code === 'ENOENT') return t('The folder does not exist and cannot be created.');
  if (code === 'ENOSPC' || code === 'EDQUOT') return t('No space is left on the disk.');
  if (code === 'EROFS') return t('The file system is read-only.');
  return pathText(code, localizer) ?? t('This cannot be written: {error}', { error: code ?? String(error) });
}

function pathText(code: string | undefined, { t }: Localizer): string | undefined {
  if (code === 'ENOTDIR') return t('Part of this path is a file, not a folder.');
  if (code === 'ELOOP') return t('The symbolic links in this path form a loop.');
  if (code === 'ENAMETOOLONG') return t('This path is too long.');
  return undefined;
}
