import type { ServerConfig } from '../../../api/model/server.ts';
import { untilAborted } from '../../../base/delay.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { countActions, isPending, type Plan } from '../common/filePlan.ts';
import { readFileSet, readManifest } from '../common/fileSet.ts';
import { makePlan } from '../common/makePlan.ts';
import { isOwnServer } from '../common/manifest.ts';
import { type FilesContext, folderRow, stateOptions } from './exportFiles.ts';
import { folderFiles, folderName, folderTitle, givenFolder } from './folders.ts';
import type { FolderPlan } from './shownPlan.ts';

/** Shows what the files of a folder would change on a server; asks for which, unless its plan is refreshed. */
export async function planFiles(context: FilesContext, args: Args): Promise<void> {
  const folder = await folderFor(context, args, t('Plan Files'));
  if (folder === undefined) return;
  const shown = await planFolder(context, folder, { isAsked: givenFolder(args) === undefined });
  if (shown !== undefined) await reportPlan(context, shown);
}

/** The folder that a command applies to: from its argument, the only one in the workspace, or chosen by the user. */
export async function folderFor(
  { dialogs, folders }: FilesContext,
  args: Args,
  title: string,
): Promise<string | undefined> {
  const named = givenFolder(args);
  if (named !== undefined) return named;
  const found = await folders.withManifest();
  if (found.length === 0) {
    const choose = t('Choose Folder…');
    const text = folders.isSearched
      ? t('The workspace has no files of jobs and groups. Export some first.')
      : t(
          'No files of jobs and groups were found. VS Code may be unable to search this workspace, so only the usual folders were checked. Choose the folder, or export jobs and groups first.',
        );
    return (await dialogs.info(text, choose)) === choose ? folders.choose(t('Open')) : undefined;
  }
  if (found.length === 1) return found[0];
  return dialogs.pick(title, found.map(folderRow));
}

/**
 * Plans a folder and shows the plan; `undefined` if the user cancels or there is no server. `server`: the ID of the
 * server to plan for; by default that of the files, or the one that the user picks of several.
 */
export async function planFolder(
  context: FilesContext,
  folder: string,
  { isAsked = false, server }: { readonly isAsked?: boolean; readonly server?: string | undefined } = {},
): Promise<FolderPlan | undefined> {
  const named = server === undefined ? undefined : context.sessions.get(server);
  const session = named ?? (await sessionOf(context, folder, isAsked));
  if (session === undefined) return undefined;
  const title = t('Planning files for “{server}”', { server: session.server.name });
  const shown = await context.dialogs.progress(title, async (report, signal) => {
    const fileSet = untilAborted(readFileSet(folderFiles(folder), { localizer, signal }), signal);
    const options = { ...stateOptions(context, session, { report, signal }), localizer };
    const planned = await makePlan(session, fileSet, options);
    return { folder, fileSet: await fileSet, ...planned, hasSearched: true };
  });
  context.plans.show(shown);
  return shown;
}

/** The server named in the manifest, that of the visible plan, or one that the user picks. */
async function sessionOf(
  { dialogs, plans, sessions, servers: { servers }, offerServer }: FilesContext,
  folder: string,
  isAsked: boolean,
): Promise<ServerSession | undefined> {
  const title = t('Reading “{folder}”', { folder: displayText(folderName(folder), 60) });
  // Another computer may not respond.
  const { manifest, problems } = await dialogs.progress(title, (_, signal) =>
    untilAborted(readManifest(folderFiles(folder), localizer), signal),
  );
  if (manifest === undefined) {
    const [problem] = problems;
    await dialogs.error(problem === undefined ? folderTitle(folder) : `${problem.path}: ${problem.text}`);
    return undefined;
  }
  const asksAnyway = isAsked && servers.length > 1;
  const shown = asksAnyway ? undefined : plans.of(folder)?.plan.server;
  const known = shown === undefined ? undefined : sessions.get(shown.id);
  // Its URL may have been changed to that of another server.
  if (known !== undefined && known.server.url === shown?.url) return known;
  const isNamed = (server: ServerConfig) => isOwnServer(manifest, server);
  const named = servers.filter(isNamed);
  const [only] = named;
  if (!asksAnyway && only !== undefined && named.length === 1) return sessions.get(only.id);
  const words = { name: displayText(manifest.server, 60) };
  const [question, choices] = asksAnyway
    ? [t('Plan the Files of “{name}” for', words), [...named, ...servers.filter(server => !isNamed(server))]]
    : named.length > 0
      ? [t('Several servers may be “{name}”: choose one', words), named]
      : [t('The server of the files, “{name}”, is not configured: choose one', words), servers];
  if (servers.length === 0) await offerServer();
  if (choices.length === 0) return undefined;
  // Asks even if there is only one server, because the files belong to another one.
  const id = await dialogs.pick(question, choices.map(serverChoice));
  return id === undefined ? undefined : sessions.get(id);
}

/** A server as a choice. */
export function serverChoice({ id, name, url }: ServerConfig) {
  return { value: id, label: name, description: url };
}

/** Says what a plan found, and offers to show it. */
async function reportPlan(
  { dialogs, folders }: FilesContext,
  { plan, folder }: FolderPlan,
  { text, isEmpty }: PlanResult = planResult(plan),
): Promise<void> {
  const show = t('Show Plan');
  if (!plan.isComplete) {
    const errors = plan.problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const where = first === undefined ? folderTitle(folder) : `${first.path}:${first.line}: ${first.text}`;
    const count = plural('{count} error in the files|{count} errors in the files', errors.length);
    return void (await dialogs.error(
      t('{errors}, so nothing can be applied. {first}', { errors: count, first: where }),
    ));
  }
  if ((await dialogs.info(text, ...(isEmpty ? [] : [show]))) === show) await folders.showPlans();
}

interface PlanResult {
  readonly text: string;
  readonly isEmpty: boolean;
}

function planResult({ items, server }: Plan): PlanResult {
  const { blocked } = countActions(items);
  const pending = items.filter(isPending).length;
  const isEmpty = pending + blocked === 0;
  const words = { server: displayText(server.name, 60) };
  const text = joinTexts(
    ' ',
    isEmpty && t('The files match “{server}”.', words),
    pending > 0 &&
      plural('{count} file differs from “{server}”.|{count} files differ from “{server}”.', pending, words),
    blocked > 0 &&
      plural(
        '{count} file cannot be applied to “{server}”.|{count} files cannot be applied to “{server}”.',
        blocked,
        words,
      ),
  );
  return { text, isEmpty };
}
