import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Localizer } from '../util/localizer.ts';
import type { FileWrite } from './exportObjects.ts';
import type { FileProblem } from './objectFile.ts';
import { fileProblem } from './text/fileText.ts';
import { accessText, codeOf, linkIn, linkProblem } from './text/folderReading.ts';

export interface WriteOptions {
  readonly localizer: Localizer;
  readonly signal?: AbortSignal;
}

export interface WriteResult {
  readonly written: number;
  /** Files that were not written, each with the reason. */
  readonly problems: readonly FileProblem[];
}

const writesAtOnce = 16;

/** Writes the files below the folder, each as a whole or not at all; symbolic links are not followed. */
export async function writeFiles(
  folder: string,
  writes: readonly FileWrite[],
  { localizer, signal }: WriteOptions,
): Promise<WriteResult> {
  const problems: FileProblem[] = [];
  let written = 0;
  const open = [...writes];
  for (const path of new Set(open.map(write => dirname(write.path))))
    problems.push(...(await createFolder(folder, path, localizer)));
  if (problems.length > 0) return { written, problems };
  const worker = async () => {
    for (let write = open.shift(); write !== undefined; write = open.shift()) {
      signal?.throwIfAborted();
      const problem = await writeOne(folder, write, localizer);
      if (problem === undefined) written += 1;
      else problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: writesAtOnce }, worker));
  return { written, problems };
}

async function createFolder(folder: string, path: string, localizer: Localizer): Promise<FileProblem[]> {
  try {
    const link = linkIn(folder, path);
    if (link !== undefined) return [linkProblem(link, localizer)];
    await mkdir(join(folder, path), { recursive: true });
    return [];
  } catch (error) {
    return [fileProblem(path, writeText(error, localizer))];
  }
}

/** A new file must not exist yet, and an existing one must be unchanged since it was read. */
async function writeOne(
  folder: string,
  { path, text, before }: FileWrite,
  localizer: Localizer,
): Promise<FileProblem | undefined> {
  const place = join(folder, path);
  try {
    if (before === undefined) {
      await writeFile(place, text, { flag: 'wx' });
      return undefined;
    }
    const link = linkIn(folder, path);
    if (link !== undefined) return linkProblem(link, localizer);
    if ((await readFile(place, 'utf8')) !== before)
      return fileProblem(path, localizer.t('The file was changed in the meantime.'));
    await replaceFile(place, text);
    return undefined;
  } catch (error) {
    return fileProblem(path, writeText(error, localizer));
  }
}

async function replaceFile(place: string, text: string): Promise<void> {
  const draft = `${place}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, place);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

function writeText(error: unknown, localizer: Localizer): string {
  const code = codeOf(error);
  if (code === 'EEXIST') return localizer.t('A file with this name already exists.');
  if (code === 'EACCES' || code === 'EPERM') return localizer.t('No permission to write this.');
  return code === undefined
    ? accessText(error, localizer)
    : localizer.t('This cannot be written: {error}', { error: code });
}
