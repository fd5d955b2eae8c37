import { posix } from 'node:path';
import { faultOf, writeFaultText } from '../../../base/fileErrors.ts';
import { inParallel } from '../../../base/inParallel.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { FileWrite } from './exportObjects.ts';
import { type FileProblem, fileProblem } from './fileText.ts';
import type { FolderFiles } from './folderFiles.ts';
import { linkIn, linkProblem } from './folderReading.ts';

const writesAtOnce = 16;

/**
 * Writes the files below the folder; `problems` are those that were not written, with reasons. Each is written
 * completely or not at all; symbolic links are not followed.
 */
export async function writeFiles(
  files: FolderFiles,
  writes: readonly FileWrite[],
  { localizer, signal }: { readonly localizer: Localizer; readonly signal?: AbortSignal },
): Promise<{ readonly written: number; readonly problems: readonly FileProblem[] }> {
  const problems: FileProblem[] = [];
  for (const path of new Set(['.', ...writes.map(write => posix.dirname(write.path))])) {
    const problem = await createBelow(files, path, localizer);
    if (problem !== undefined) return { written: 0, problems: [problem] };
  }
  await inParallel(writes, writesAtOnce, async write => {
    signal?.throwIfAborted();
    const problem = await writeOne(files, write, localizer);
    if (problem !== undefined) problems.push(problem);
  });
  return { written: writes.length - problems.length, problems };
}

async function createBelow(
  files: FolderFiles,
  path: string,
  localizer: Localizer,
): Promise<FileProblem | undefined> {
  try {
    // The folder itself may be a link: it is where the user wants it.
    const link = path === '.' ? undefined : await linkIn(files, path);
    if (link !== undefined) return linkProblem(link, localizer);
    const kind = await files.kindOf(path);
    if (kind === 'file') return fileProblem(path, localizer.t('A file with this name already exists.'));
    if (kind !== 'folder') await files.makeFolder(path);
    return undefined;
  } catch (error) {
    return fileProblem(path, writeFaultText(error, localizer));
  }
}

/** A new file must not exist yet; an existing one must not have changed since it was read. */
async function writeOne(
  files: FolderFiles,
  { path, text, before }: FileWrite,
  localizer: Localizer,
): Promise<FileProblem | undefined> {
  const { t } = localizer;
  try {
    if (before === undefined) {
      if ((await files.kindOf(path)) !== undefined)
        return fileProblem(path, t('A file with this name already exists.'));
    } else {
      const link = await linkIn(files, path);
      if (link !== undefined) return linkProblem(link, localizer);
      const isSame = await files.read(path, Buffer.byteLength(before), bytes => {
        return bytes !== undefined && Buffer.from(before).equals(bytes);
      });
      if (!isSame) return fileProblem(path, t('The file was changed in the meantime.'));
    }
    await files.write(path, text, before);
    return undefined;
  } catch (error) {
    const isDeleted = before !== undefined && faultOf(error) === 'missing';
    return fileProblem(path, isDeleted ? t('The file was deleted.') : writeFaultText(error, localizer));
  }
}
