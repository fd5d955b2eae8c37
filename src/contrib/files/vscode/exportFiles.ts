import { isAbort } from '../../../api/errors/apiError.ts';
import { groupKey } from '../../../api/model/group.ts';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { untilAborted } from '../../../base/delay.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { activeSession, rowsIn, type SessionAccess } from '../../../workbench/commands/arguments.ts';
import type { Args, CommandContext, Uses } from '../../../workbench/commands/commandContext.ts';
import { groupsOfRows } from '../../../workbench/commands/groups/groupArguments.ts';
import { jobsOfRows } from '../../../workbench/commands/jobs/jobArguments.ts';
import { setContextKey } from '../../../workbench/platform/contextKeys.ts';
import type { Progress } from '../../../workbench/platform/dialogs.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { namesOf } from '../../../workbench/platform/objectNames.ts';
import { type ExportChoice, type ExportPlan, exportObjects, omissionTexts } from '../common/exportObjects.ts';
import { type FileSet, readFileSet } from '../common/fileSet.ts';
import { writeFiles } from '../common/fileWriting.ts';
import { isOwnServer } from '../common/manifest.ts';
import { type LabelSource, readServerState, type ServerState } from '../common/serverState.ts';
import { folderFiles, folderName, folderTitle, givenFolder, isFromGit } from './folders.ts';
import { hasFilesKey } from './hasFilesKey.ts';
import type { Plans } from './plans.ts';
import type { WorkspaceFolders } from './workspaceFolders.ts';

/** What commands on files use. */
export type FilesContext = SessionAccess &
  FolderAccess &
  Uses<'servers' | 'dialogs' | 'labels' | 'log' | 'journal' | 'reports'>;

/** Folders with jobs and groups as files. */
export interface FolderAccess {
  readonly plans: Pick<Plans, 'folders' | 'of' | 'show' | 'itemAt'>;
  readonly folders: WorkspaceFolders;
}

export interface Selected {
  readonly session: ServerSession;
  /** `undefined` for all jobs and groups of the server. */
  readonly choice: ExportChoice | undefined;
}

/** Writes the selected jobs and groups, or all of them, as files into a folder. */
export async function exportFiles(context: FilesContext, args: Args): Promise<void> {
  const selected = await findSelectedObjects(context, args);
  if (selected === undefined) return;
  const title = t('Export to Folder');
  const folder = await writableFolder(context, await exportFolderFor(context, args, title));
  if (folder !== undefined) await exportTo(context, selected, folder);
}

const otherFolder = '';

/** The folder for an export: one that already has files, a new one in the workspace, or any other. */
export async function exportFolderFor(
  { dialogs, folders }: FilesContext,
  args: Args,
  title: string,
): Promise<string | undefined> {
  const named = isFromGit(args) ? undefined : givenFolder(args);
  if (named !== undefined) return named;
  const found = await folders.withManifest();
  if (isFromGit(args) && found.length === 1) return found[0];
  const added = folders.proposed().filter(folder => !found.includes(folder));
  if (found.length + added.length === 0) return folders.choose(t('Export Here'));
  const exportRow = (folder: string, note?: string) => {
    const detail = folders.isReadOnly(folder) ? t('Read-only file system') : note;
    return { ...folderRow(folder), ...(detail === undefined ? {} : { detail }) };
  };
  const choices = [
    ...found.map(folder => exportRow(folder)),
    ...added.map(folder => exportRow(folder, t('New folder'))),
    { value: otherFolder, label: t('Other Folder…') },
  ];
  const chosen = await dialogs.pick(title, choices);
  return chosen === otherFolder ? folders.choose(t('Export Here')) : chosen;
}

/** The folder, or another one that the user chooses instead of one that cannot be written. */
async function writableFolder(
  { dialogs, folders }: FilesContext,
  chosen: string | undefined,
): Promise<string | undefined> {
  let folder = chosen;
  while (folder !== undefined && folders.isReadOnly(folder)) {
    const other = t('Other Folder…');
    const text = t('Nothing was exported: “{folder}” is on a read-only file system. Choose another folder.', {
      folder: displayText(folderTitle(folder), 200),
    });
    folder = (await dialogs.warn(text, other)) === other ? await folders.choose(t('Export Here')) : undefined;
  }
  return folder;
}

/** A folder as a choice. */
export function folderRow(folder: string) {
  return { value: folder, label: folderName(folder), description: folderTitle(folder) };
}

/** The jobs and groups of rows; without rows, all on the active server. */
export async function findSelectedObjects(context: SessionAccess, args: Args): Promise<Selected | undefined> {
  const rows = rowsIn(args);
  const jobs = await jobsOfRows(context, rows);
  if (jobs !== undefined) {
    const jobIds = new Set(jobs.jobs.map(({ id }) => id));
    return { session: jobs.session, choice: { jobIds, groups: new Set() } };
  }
  const groups = groupsOfRows(context, rows);
  if (groups !== undefined) {
    const keys = groups.groups.map(group => group.id ?? groupKey(group));
    return { session: groups.session, choice: { jobIds: new Set(), groups: new Set(keys) } };
  }
  const session = await activeSession(context);
  return session && { session, choice: undefined };
}

async function exportTo(context: FilesContext, { session, choice }: Selected, folder: string): Promise<void> {
  const files = folderFiles(folder);
  const reading = await context.dialogs.progress(
    t('Reading “{server}”', { server: session.server.name }),
    (report, signal) =>
      Promise.all([
        untilAborted(readFileSet(files, { localizer, signal }), signal),
        readState(context, session, { report, signal }),
      ]),
  );
  const [fileSet, state] = reading;
  if (!(await mayExport(context, session, fileSet))) return;
  const plan = await exportObjects({ fileSet, state, localizer, choice });
  if (!(await confirmChanges(context, plan))) return;
  const { written, problems } = await context.dialogs
    .progress(t('Writing files to “{folder}”', { folder: folderName(folder) }), (_, signal) =>
      untilAborted(writeFiles(files, plan.writes, { localizer, signal }), signal),
    )
    .catch((error: unknown) => {
      if (isAbort(error))
        void context.dialogs.info(t('Some files may have been written. Export again to write the others.'));
      throw error;
    });
  setContextKey(hasFilesKey, true);
  const failed = problems.map(({ path, text }) => `${path === '.' ? folderTitle(folder) : path}: ${text}`);
  for (const text of failed) context.log.error(text);
  const show = t('Show');
  const text = joinTexts(
    ' ',
    plural('Wrote {count} file.|Wrote {count} files.', written),
    plan.unchanged > 0 &&
      plural('{count} was already up to date.|{count} were already up to date.', plan.unchanged),
    ...omissionTexts(plan, localizer, 5),
    failed.length > 0 && t('Not written: {files}', { files: failed.slice(0, 3).join(' ') }),
  );
  const notify = failed.length > 0 ? context.dialogs.warn : context.dialogs.info;
  if ((await notify(text, show)) === show) await context.folders.openManifest(folder);
}

export function readState(
  context: Uses<'labels'>,
  session: ServerSession,
  progress: Progress,
): Promise<ServerState> {
  return readServerState(session, stateOptions(context, session, progress));
}

/** How a server is read: with the user's labels, and its progress. */
export function stateOptions(
  { labels }: Uses<'labels'>,
  session: ServerSession,
  { report, signal }: Progress,
) {
  return {
    signal,
    labels: labelSource(labels, session),
    onProgress: (read: number, total: number | undefined) =>
      report(total === undefined ? String(read) : `${read} / ${total}`),
  };
}

export function labelSource(
  labels: Pick<CommandContext['labels'], 'get' | 'ids'>,
  { server }: Pick<ServerSession, 'server'>,
): LabelSource {
  return {
    get: (field, id) => labels.get(server.id, field, id),
    ids: field => labels.ids(server.id, field),
  };
}

/** False for a folder that is unreadable or belongs to another server. */
async function mayExport(
  { dialogs }: Uses<'dialogs'>,
  { server }: ServerSession,
  { manifest, isNew, problems }: FileSet,
): Promise<boolean> {
  const [problem] = problems.filter(({ severity }) => severity === 'error');
  if (!isNew && problem !== undefined) {
    const { path, line, text } = problem;
    await dialogs.error(
      t('Nothing was exported. {file}, line {line}: {problem}', { file: path, line, problem: text }),
    );
    return false;
  }
  if (manifest === undefined || isOwnServer(manifest, server)) return true;
  const words = { other: displayText(manifest.server, 80), server: displayText(server.name, 80) };
  await dialogs.error(
    t(
      'Nothing was exported: the folder belongs to “{other}”, not to “{server}”. Choose another folder.',
      words,
    ),
  );
  return false;
}

/** The user may have edited the files, so changes to them need confirmation. */
async function confirmChanges({ dialogs }: Uses<'dialogs'>, { writes }: ExportPlan): Promise<boolean> {
  const changed = writes.filter(({ before }) => before !== undefined);
  if (changed.length === 0) return true;
  return dialogs.confirm({
    message: plural(
      'Update {count} file to match the server?|Update {count} files to match the server?',
      changed.length,
    ),
    detail: joinTexts(
      '\n\n',
      namesOf(changed, ({ path }) => path, 10),
      writes.length > changed.length &&
        plural(
          '{count} new file is written as well.|{count} new files are written as well.',
          writes.length - changed.length,
        ),
    ),
    action: t('Update Files'),
  });
}

/** The name of an object or an item of a plan, or else its ID. */
export function objectTitleOf(object: Parameters<typeof objectTitle>[0]): string {
  return objectTitle(object, localizer);
}
