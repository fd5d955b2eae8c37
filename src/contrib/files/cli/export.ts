import { groupKey } from '../../../api/model/group.ts';
import { displayText } from '../../../base/displayText.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { findNamedJob, noteUnreadable, pickGroup } from '../../../cli/namedObjects.ts';
import { SelectionError } from '../../../cli/optionTable.ts';
import { diskFolder } from '../common/diskFolder.ts';
import { manifestName } from '../common/exportedFolder.ts';
import { exportObjects, omissionTexts } from '../common/exportObjects.ts';
import { type FileSet, isComplete, readFileSet } from '../common/fileSet.ts';
import { writeFiles } from '../common/fileWriting.ts';
import { isOwnServer } from '../common/manifest.ts';
import { problemLine } from '../common/planTexts.ts';
import { readServerState, type ServerState } from '../common/serverState.ts';
import { folderOf, placeIn, readingProgress } from './fileSets.ts';

export async function exportToFiles(context: CliContext<'job' | 'group' | 'dry-run'>): Promise<ExitCode> {
  const folder = folderOf(context);
  const { session } = context.connect();
  // Reads the files while waiting for the server.
  const [fileSet, state] = await Promise.all([
    readFiles(context, folder),
    readServerState(session, readingProgress(context)),
  ]);
  checkServer(context, fileSet, state);
  return write(context, folder, { fileSet, state });
}

/** Mixing the objects of two servers would be wrong, because the IDs in files are only valid on one of them. */
function checkServer({ localizer }: CliContext, { manifest }: FileSet, { server }: ServerState): void {
  if (manifest === undefined || isOwnServer(manifest, server)) return;
  const words = { other: displayText(manifest.server, 80), server: displayText(server.name, 80) };
  throw new SelectionError(
    manifest.fingerprint === undefined
      ? localizer.t(
          'Nothing was exported: the folder belongs to “{other}”, not to “{server}”. If they are the same server, pass --server-name; otherwise choose another folder.',
          words,
        )
      : localizer.t(
          'Nothing was exported: the folder belongs to “{other}” at another address than this server, “{server}”. If it is the same, remove "fingerprint" from {manifest}; otherwise choose another folder.',
          { ...words, manifest: manifestName },
        ),
  );
}

async function readFiles(context: CliContext, folder: string): Promise<FileSet> {
  const { output, localizer, signal } = context;
  const fileSet = await readFileSet(diskFolder(folder), { localizer, signal });
  // Unless all files are readable, it is unknown which objects already have one.
  if (fileSet.isNew || isComplete(fileSet)) return fileSet;
  if (!output.isDocument) noteProblems(fileSet.problems, context);
  throw new SelectionError(localizer.t('Nothing was exported, because some files cannot be read.'));
}

function choiceOf({ options, localizer }: CliContext<'job' | 'group'>, { jobs, groups }: ServerState) {
  const [jobNames, groupNames] = [options.values('job'), options.values('group')];
  if (jobNames.length + groupNames.length === 0) return undefined;
  return {
    jobIds: new Set(jobNames.map(name => findNamedJob(name, jobs, localizer).id)),
    groups: new Set(groupNames.map(name => groupKey(pickGroup(name, groups, localizer)))),
  };
}

async function write(
  context: CliContext<'job' | 'group' | 'dry-run'>,
  folder: string,
  { fileSet, state }: { readonly fileSet: FileSet; readonly state: ServerState },
): Promise<ExitCode> {
  const { output, localizer, options, signal, setDone } = context;
  const { t, plural } = localizer;
  const choice = choiceOf(context, state);
  const plan = await exportObjects({ fileSet, state, localizer, choice, signal });
  const { writes, unchanged, skipped, tooLong, withoutObject, hiddenFields } = plan;
  const { unreadable } = state;
  const left = skipped.length + tooLong.length + (choice === undefined ? unreadable : 0);
  const isDryRun = options.has('dry-run');
  if (!isDryRun) setDone(t('Some files may have been written. Export again to write the others.'));
  const { written, problems } = isDryRun
    ? { written: 0, problems: [] }
    : await writeFiles(diskFolder(folder), writes, { localizer, signal });
  const code = problems.length > 0 ? 1 : isDryRun && writes.length > 0 ? 2 : left > 0 ? 5 : 0;
  const files = writes.map(({ path, before }) => ({ path, isNew: before === undefined }));
  if (output.isDocument) {
    const rowsOf = (objects: typeof skipped) => objects.map(({ kind, name }) => ({ kind, name }));
    output.document({
      folder,
      files,
      written,
      unchanged,
      skipped: rowsOf(skipped),
      tooLong: rowsOf(tooLong),
      unreadable,
      hiddenFields,
      withoutObject,
      problems,
    });
    return code;
  }
  const failed = new Set(problems.map(({ path }) => path));
  if (isDryRun || written > 0) {
    const shown = files.filter(({ path }) => !failed.has(path));
    output.lines(shown.map(({ path, isNew }) => `${isNew ? '+' : '~'}  ${path}`));
  }
  noteProblems(problems, context);
  noteUnreadable(unreadable, context);
  for (const text of omissionTexts(plan, localizer, Number.POSITIVE_INFINITY)) output.note(text);
  output.note(
    `${plural('{count} file written|{count} files written', written)}, ${plural('{count} unchanged|{count} unchanged', unchanged)}.`,
  );
  return code;
}

function noteProblems(problems: FileSet['problems'], context: CliContext): void {
  const { output, localizer } = context;
  output.note(problems.map(problem => problemLine(problem, localizer, placeIn(context))).join('\n'));
}
