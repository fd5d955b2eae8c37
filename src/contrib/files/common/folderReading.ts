import { byCodePoint } from '../../../base/collections.ts';
import { faultOf, faultText, fileErrorReason } from '../../../base/fileErrors.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { FilesError } from './filesError.ts';
import { type FileProblem, fileProblem } from './fileText.ts';
import type { FolderFiles } from './folderFiles.ts';

type TextReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bad'; readonly problem: FileProblem };

/** A file of this length takes about as long to read as a user notices; 100,000 devices fit into it. */
export const mostBytes = 4 * 1024 * 1024;
/** More files than jobs that a list shows. */
const mostFiles = 200_000;

/**
 * Reads a file below the folder; `missing` if there is none. Symbolic links are not followed. Like all reading, rejects
 * with `FilesError` if the file system is not available, which says nothing about the files.
 */
export async function readText(
  files: FolderFiles,
  path: string,
  localizer: Localizer,
): Promise<TextReading | { readonly kind: 'missing' }> {
  try {
    const link = await linkIn(files, path);
    if (link !== undefined) return { kind: 'bad', problem: linkProblem(link, localizer) };
    const kind = await files.kindOf(path);
    // Reading a pipe would block until something writes to it.
    if (kind !== undefined && kind !== 'file') return bad(path, localizer.t('This is not a file.'));
    return await files.read(path, mostBytes, bytes => decode(path, bytes, localizer));
  } catch (error) {
    const fault = faultIn(files, error);
    return fault === 'missing' ? { kind: 'missing' } : bad(path, accessText(error, localizer));
  }
}

/** The same for a file from a folder listing, which needs no further check for links. */
export async function readListedText(
  files: FolderFiles,
  path: string,
  localizer: Localizer,
): Promise<TextReading> {
  try {
    return await files.read(path, mostBytes, bytes => decode(path, bytes, localizer));
  } catch (error) {
    const isDeleted = faultIn(files, error) === 'missing';
    return bad(path, isDeleted ? localizer.t('The file was deleted.') : accessText(error, localizer));
  }
}

function decode(path: string, bytes: Uint8Array | undefined, { t }: Localizer): TextReading {
  if (bytes === undefined) return bad(path, t('The file is larger than 4 MiB, so it is not read.'));
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = buffer.toString();
  const isDamaged = text.includes('\ufffd') && !buffer.includes('\ufffd');
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
  files: FolderFiles,
  path: string,
  endings: readonly string[],
  localizer: Localizer,
): Promise<FolderListing> {
  const { t } = localizer;
  const [first = '', second = ''] = endings;
  const listing: FolderListing = { paths: [], problems: [], leftOut: [] };
  const failed = (problem: FileProblem) => ({ ...listing, problems: [problem] });
  try {
    const link = await linkIn(files, path);
    if (link !== undefined) return failed(linkProblem(link, localizer));
    const entries = await files.entriesIn(path, mostFiles + 1);
    if (entries.length > mostFiles)
      return failed(fileProblem(path, t('This folder has more than 200,000 files, so it is not read.')));
    for (const { name, kind } of entries.toSorted((a, b) => byCodePoint(a.name, b.name))) {
      const place = `${path}/${name}`;
      const warn = (text: string) => listing.leftOut.push(fileProblem(place, text, 'warning'));
      if (endings.some(ending => name.toLowerCase().endsWith(ending))) {
        if (kind === 'file') listing.paths.push(place);
        else if (kind === 'link') listing.problems.push(linkProblem(place, localizer));
        else listing.problems.push(fileProblem(place, t('This is not a file.')));
      } else if (name.startsWith('.')) continue;
      else if (kind === 'folder')
        warn(t('This folder is skipped: only files directly in “{folder}” are read.', { folder: path }));
      else if (/\.(?:json[c5]?|ya?ml)$|\.(?:job|group)(?:\.|$)/i.test(name))
        warn(
          t('This file is skipped, because its name does not end in {first} or {second}.', { first, second }),
        );
    }
    return listing;
  } catch (error) {
    const isMissing = faultIn(files, error) === 'missing';
    return isMissing ? listing : failed(fileProblem(path, accessText(error, localizer)));
  }
}

/** The first part of the path that is a symbolic link, which may lead out of the folder. */
export async function linkIn(files: FolderFiles, path: string): Promise<string | undefined> {
  const parts = path.split('/');
  for (const index of parts.keys()) {
    const place = parts.slice(0, index + 1).join('/');
    if ((await files.kindOf(place)) === 'link') return place;
  }
  return undefined;
}

export function linkProblem(path: string, { t }: Localizer): FileProblem {
  return fileProblem(path, t('This is a symbolic link; symbolic links are not followed.'));
}

function bad(path: string, text: string): TextReading {
  return { kind: 'bad', problem: fileProblem(path, text) };
}

/** What is wrong with one file; throws if it is the whole file system. */
function faultIn({ title }: FolderFiles, error: unknown): ReturnType<typeof faultOf> {
  if (error instanceof FilesError) throw error;
  const fault = faultOf(error);
  if (fault === 'unavailable')
    throw new FilesError({ kind: 'unavailable', folder: title, reason: fileErrorReason(error) });
  return fault;
}

/** Why a file or folder cannot be read. */
function accessText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  if (faultOf(error) === 'denied') return t('No permission to read this.');
  return faultText(error, localizer) ?? t('This cannot be read: {error}', { error: fileErrorReason(error) });
}
