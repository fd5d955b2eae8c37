import { basename } from 'node:path';
import * as z from 'zod/mini';
import { t } from '../../platform/localize.ts';
import type { Args, Uses } from '../commandContext.ts';

export type FolderChoice = Uses<'dialogs' | 'plans' | 'folders'>;

/** `{ folder: "/path" }`, or the folder's entry in the Source Control view. */
const FolderSchema = z.union([
  z.pipe(
    z.looseObject({ folder: z.string().check(z.minLength(1)) }),
    z.transform(({ folder }) => folder),
  ),
  z.pipe(
    z.looseObject({ rootUri: z.looseObject({ scheme: z.literal('file'), fsPath: z.string() }) }),
    z.transform(({ rootUri }) => rootUri.fsPath),
  ),
]);

function folderArgument(args: Args): string | undefined {
  return FolderSchema.safeParse(args[0]).data;
}

/** The folder that a command applies to: from its argument, the only one in the workspace, or chosen by the user. */
export async function folderFor(
  { dialogs, folders }: FolderChoice,
  args: Args,
  title: string,
): Promise<string | undefined> {
  const named = folderArgument(args);
  if (named !== undefined) return named;
  const found = await folders.withManifest();
  if (found.length === 0)
    await dialogs.info(t('The workspace has no files of jobs and groups. Export some first.'));
  if (found.length <= 1) return found[0];
  return dialogs.pick(title, found.map(folderRow));
}

const otherFolder = '';

/** The folder for an export: one that already has files, a new one in the workspace, or any other. */
export async function exportFolderFor(
  { dialogs, folders }: FolderChoice,
  args: Args,
  title: string,
): Promise<string | undefined> {
  const named = folderArgument(args);
  if (named !== undefined) return named;
  const found = await folders.withManifest();
  const added = folders.proposed().filter(folder => !found.includes(folder));
  if (found.length + added.length === 0) return folders.choose();
  const choices = [
    ...found.map(folderRow),
    ...added.map(folder => ({ ...folderRow(folder), detail: t('New folder') })),
    { value: otherFolder, label: t('Other Folder…') },
  ];
  const chosen = await dialogs.pick(title, choices);
  return chosen === otherFolder ? folders.choose() : chosen;
}

function folderRow(folder: string) {
  return { value: folder, label: basename(folder), description: folder };
}
