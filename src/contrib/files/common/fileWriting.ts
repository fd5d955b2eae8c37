import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { chmod, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../../base/fileErrors.ts';
import { inParallel } from '../../../base/inParallel.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { makeFolders } from '../../../base/privateFiles.ts';
import type { FileWrite } from './exportObjects.ts';
import { type FileProblem, fileProblem } from './fileText.ts';
import { linkIn, linkProblem, writeText } from './folderReading.ts';

const writesAtOnce = 16;

/**
 * Writes the files below the folder; `problems` are those that were not written, with reasons. Each is written
 * completely or not at all; symbolic links are not followed.
 */
export async function writeFiles(
  folder: string,
  writes: readonly FileWrite[],
  { localizer, signal }: { readonly localizer: Localizer; readonly signal?: AbortSignal },
): Promise<{ readonly written: number; readonly problems: readonly FileProblem[] }> {
  const problems: FileProblem[] = [];
  for (const path of new Set(['.', ...writes.map(write => dirname(write.path))])) {
    const problem = await createBelow(folder, path, localizer);
    if (problem !== undefined) return { written: 0, problems: [problem] };
  }
  await inParallel(writes, writesAtOnce, async write => {
    signal?.throwIfAborted();
    const problem = await writeOne(folder, write, localizer);
    if (problem !== undefined) problems.push(problem);
  });
  return { written: writes.length - problems.length, problems };
}

async function createBelow(
  folder: string,
  path: string,
  localizer: Localizer,
): Promise<FileProblem | undefined> {
  try {
    // The folder itself may be a link: it is where the user wants it.
    const link = path === '.' ? undefined : linkIn(folder, path);
    if (link !== undefined) return linkProblem(link, localizer);
    await makeFolders(join(folder, path));
    return undefined;
  } catch (error) {
    return fileProblem(path, writeText(error, localizer));
  }
}

/** A new file must not exist yet; an existing one must not have changed since it was read. */
async function writeOne(
  folder: string,
  { path, text, before }: FileWrite,
  localizer: Localizer,
): Promise<FileProblem | undefined> {
  const { t } = localizer;
  const place = join(folder, path);
  try {
    const link = before === undefined ? undefined : linkIn(folder, path);
    if (link !== undefined) return linkProblem(link, localizer);
    if (before === undefined && lstatSync(place, { throwIfNoEntry: false }) !== undefined)
      return fileProblem(path, t('A file with this name already exists.'));
    if (before !== undefined && (await readFile(place, 'utf8')) !== before)
      return fileProblem(path, t('The file was changed in the meantime.'));
    await replaceFile(place, text);
    return undefined;
  } catch (error) {
    const isDeleted = before !== undefined && isMissing(error);
    return fileProblem(path, isDeleted ? t('The file was deleted.') : writeText(error, localizer));
  }
}

/**
 * Writes to a temporary file first, so that a full disk or a crash leaves no partial file. A file that is replaced keeps
 * its mode.
 */
async function replaceFile(place: string, text: string): Promise<void> {
  const draft = `${place}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const mode = lstatSync(place, { throwIfNoEntry: false })?.mode;
    await writeFile(draft, text, { flag: 'wx', mode });
    // The umask of this process does not apply to a file that exists.
    if (mode !== undefined) await chmod(draft, mode & 0o777);
    await rename(draft, place);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}
