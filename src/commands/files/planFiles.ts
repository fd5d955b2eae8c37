import { countActions, isPending } from '../../files/filePlan.ts';
import { readFileSet } from '../../files/fileSet.ts';
import { makePlan } from '../../files/makePlan.ts';
import { isOwnServer, type Manifest } from '../../files/manifest.ts';
import type { ServerConfig } from '../../model/server.ts';
import { localizer, plural, t } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { displayText, joinTexts } from '../../util/displayText.ts';
import type { FolderPlan } from '../../workspaceFiles/shownPlan.ts';
import { givenFolder } from '../arguments.ts';
import type { Args, Uses } from '../commandContext.ts';
import type { ServerChoice } from '../servers/serverQuestions.ts';
import { type FolderChoice, folderRow, labelSource } from './exportFiles.ts';

export type PlanContext = ServerChoice &
  FolderChoice &
  Uses<'sessions' | 'labels' | 'dialogs' | 'plans' | 'folders'>;

/** Shows what the files of a folder would change on their server. */
export async function planFiles(context: PlanContext, args: Args, isOther = false): Promise<void> {
  const folder = await folderFor(context, args, t('Plan Files'));
  if (folder === undefined) return;
  const shown = await planFolder(context, folder, { isOther });
  if (shown !== undefined) await reportPlan(context, shown);
}

/** The folder that a command applies to: from its argument, the only one in the workspace, or chosen by the user. */
export async function folderFor(
  { dialogs, folders }: FolderChoice,
  args: Args,
  title: string,
): Promise<string | undefined> {
  const named = givenFolder(args);
  if (named !== undefined) return named;
  const found = await folders.withManifest();
  if (found.length === 0)
    await dialogs.info(t('The workspace has no files of jobs and groups. Export some first.'));
  if (found.length <= 1) return found[0];
  return dialogs.pick(title, found.map(folderRow));
}

/** The server to plan for: the one with the given ID, or any other than that of the files; by default theirs. */
interface PlanTarget {
  readonly isOther?: boolean;
  readonly server?: string | undefined;
}

/** Plans a folder and shows the plan; `undefined` if the user cancels or there is no server. */
export async function planFolder(
  context: PlanContext,
  folder: string,
  { isOther = false, server }: PlanTarget = {},
): Promise<FolderPlan | undefined> {
  const named = server === undefined ? undefined : context.sessions.get(server);
  const session = named ?? (await sessionOf(context, folder, isOther));
  if (session === undefined) return undefined;
  const shown = await readPlan(context, folder, session);
  context.plans.show(shown);
  return shown;
}

function readPlan(
  { dialogs, labels }: PlanContext,
  folder: string,
  session: ServerSession,
): Promise<FolderPlan> {
  const title = t('Planning files for “{server}”', { server: session.server.name });
  return dialogs.progress(title, async (report, signal) => {
    const fileSet = readFileSet(folder, { localizer, signal });
    const { plan, state } = await makePlan(session, fileSet, {
      localizer,
      signal,
      labels: labelSource(labels, session),
      onProgress: (read, total) => report(total === undefined ? String(read) : `${read} / ${total}`),
    });
    return { folder, fileSet: await fileSet, plan, state, hasSearched: true };
  });
}

/** The server named in the manifest, that of the visible plan, or one that the user picks. */
async function sessionOf(
  context: PlanContext,
  folder: string,
  isOther: boolean,
): Promise<ServerSession | undefined> {
  const { manifest, problems } = await readFileSet(folder, { localizer });
  if (manifest === undefined) {
    const [problem] = problems;
    await context.dialogs.error(problem === undefined ? folder : `${problem.path}: ${problem.text}`);
    return undefined;
  }
  const shown = isOther ? undefined : context.plans.of(folder)?.plan.server;
  const known = shown === undefined ? undefined : context.sessions.get(shown.id);
  // Its URL may have been changed to that of another server.
  if (known !== undefined && known.server.url === shown?.url) return known;
  const server = await serverOf(context, manifest, isOther);
  return server === undefined ? undefined : context.sessions.get(server.id);
}

async function serverOf(
  context: PlanContext,
  manifest: Manifest,
  isOther: boolean,
): Promise<ServerConfig | undefined> {
  const { dialogs, offerServer } = context;
  const { servers } = context.servers;
  const { server: name } = manifest;
  const isNamed = (server: ServerConfig) => isOwnServer(manifest, server);
  const named = servers.filter(isNamed);
  if (!isOther && named.length === 1) return named[0];
  if (servers.length === 0) await offerServer();
  if (isOther) {
    const others = servers.filter(server => !isNamed(server));
    if (others.length === 0 && servers.length > 0)
      await dialogs.info(t('Only one server is configured. Add another one first.'));
    return chosenServer(dialogs, t('Plan Against Another Server'), others);
  }
  const words = { name: displayText(name, 60) };
  return named.length === 0
    ? chosenServer(
        dialogs,
        t('The server of the files, “{name}”, is not configured: choose one', words),
        servers,
      )
    : chosenServer(dialogs, t('Several servers may be “{name}”: choose one', words), named);
}

/** Asks even if there is only one server, because the files belong to another one. */
async function chosenServer(
  dialogs: PlanContext['dialogs'],
  title: string,
  servers: readonly ServerConfig[],
): Promise<ServerConfig | undefined> {
  if (servers.length === 0) return undefined;
  const choices = servers.map(({ id, name, url }) => ({ value: id, label: name, description: url }));
  const id = await dialogs.pick(title, choices);
  return servers.find(server => server.id === id);
}

async function reportPlan(context: PlanContext, { plan, folder }: FolderPlan): Promise<void> {
  const { dialogs, folders } = context;
  const show = t('Show Plan');
  if (!plan.isComplete) {
    const errors = plan.problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const where = first === undefined ? folder : `${first.path}:${first.line}: ${first.text}`;
    const count = plural('{count} error in the files|{count} errors in the files', errors.length);
    return void (await dialogs.error(
      t('{errors}, so nothing can be applied. {first}', { errors: count, first: where }),
    ));
  }
  const { blocked } = countActions(plan.items);
  const pending = plan.items.filter(isPending).length;
  const isEmpty = pending + blocked === 0;
  const words = { server: displayText(plan.server.name, 60) };
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
  if ((await dialogs.info(text, ...(isEmpty ? [] : [show]))) === show) await folders.showPlans();
}
