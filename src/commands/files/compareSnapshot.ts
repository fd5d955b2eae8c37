import { omissionTexts } from '../../files/exportObjects.ts';
import { countActions } from '../../files/filePlan.ts';
import { FilesError, filesErrorText } from '../../files/filesError.ts';
import { comparisonFolder, listSnapshots, takeSnapshot, unpackSnapshot } from '../../files/snapshots.ts';
import { localizer, plural, t } from '../../platform/localize.ts';
import { dateAndTime } from '../../util/clockFormat.ts';
import { displayText, joinTexts } from '../../util/displayText.ts';
import { stateFolder } from '../../util/privateFiles.ts';
import { activeSession } from '../arguments.ts';
import { type FilesContext, readState } from './exportFiles.ts';
import { planFolder, reportPlan } from './planFiles.ts';

/** Stores all jobs and groups of the active server in an archive, shared with the command line. */
export async function takeSnapshotOf(context: FilesContext): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const { name } = session.server;
  const title = t('Taking a snapshot of “{server}”', { server: name });
  const options = { stateFolder: stateFolder(process.env), localizer };
  const { timeMs, plan } = await context.dialogs.progress(title, async (report, signal) =>
    takeSnapshot(await readState(context, session, { report, signal }), options, Date.now()),
  );
  const time = dateAndTime(timeMs, localizer.language);
  const words = { server: displayText(name, 60), time };
  const text = t('Snapshot of “{server}” taken at {time}.', words);
  await context.dialogs.info(joinTexts(' ', text, ...omissionTexts(plan, localizer, 5)));
}

/** Plans a snapshot like the files of a folder: what would put the server back as it was then. */
export async function compareSnapshot(context: FilesContext): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const { dialogs } = context;
  const { server } = session;
  const home = stateFolder(process.env);
  const found = await listSnapshots(home, server);
  if (found.length === 0)
    return void (await dialogs.info(
      t('There is no snapshot of “{server}” yet. Run “Take Snapshot” first.', {
        server: displayText(server.name, 60),
      }),
    ));
  const rows = found.map(({ path, timeMs }) => ({
    value: path,
    label: dateAndTime(timeMs, localizer.language),
  }));
  const path = await dialogs.pick(t('Compare with Snapshot'), rows);
  const chosen = rows.find(({ value }) => value === path);
  if (path === undefined || chosen === undefined) return;
  const folder = comparisonFolder(home, server);
  try {
    await unpackSnapshot(path, folder, localizer);
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    return void (await dialogs.error(filesErrorText(error, localizer)));
  }
  const shown = await planFolder(context, folder, { server: server.id });
  if (shown === undefined) return;
  const { items } = shown.plan;
  const differing = items.length - countActions(items).unchanged;
  const words = { server: displayText(server.name, 60), time: chosen.label };
  const text =
    differing === 0
      ? t('“{server}” is as in the snapshot of {time}.', words)
      : plural(
          '{count} job or group on “{server}” differs from the snapshot of {time}.|{count} jobs and groups on “{server}” differ from the snapshot of {time}.',
          differing,
          words,
        );
  await reportPlan(context, shown, { text, isEmpty: differing === 0 });
}
