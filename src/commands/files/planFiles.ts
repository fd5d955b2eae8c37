import { readFileSet } from '../../files/fileSet.ts';
import { makePlan } from '../../files/makePlan.ts';
import { countActions, isPending } from '../../files/plan.ts';
import type { ServerConfig } from '../../model/server.ts';
import { localizer } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { displayText } from '../../util/displayText.ts';
import type { FolderPlan } from '../../workspaceFiles/shownPlan.ts';
import type { CommandContext } from '../commandContext.ts';
import { type ServerChoice, serverFor } from '../servers/serverArguments.ts';
import { labelSource } from './exportFiles.ts';
import { type FolderChoice, folderFor } from './fileArguments.ts';

const { t, plural } = localizer;

export type PlanContext = ServerChoice &
  FolderChoice &
  Pick<CommandContext, 'sessions' | 'labels' | 'dialogs' | 'plans' | 'folders'>;

/** Shows what the files of a folder would change on the server that they belong to. */
export async function planFiles(
  context: PlanContext,
  args: readonly unknown[],
  isOther = false,
): Promise<void> {
  const folder = await folderFor(context, args, t('Plan Files'));
  if (folder === undefined) return;
  const shown = await planFolder(context, folder, { isOther });
  if (shown !== undefined) await reportPlan(context, shown);
}

/** The server to plan for, by its ID or as another one than that of the files; by default theirs. */
interface PlanTarget {
  readonly isOther?: boolean;
  readonly server?: string | undefined;
}

/** Plans a folder and shows the plan; `undefined` where the user cancels or no server is there. */
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
    return { folder, fileSet: await fileSet, plan, state };
  });
}

/** The server named in the manifest, that of the visible plan, or one that the user chooses. */
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
  const shown = isOther ? undefined : context.plans.of(folder)?.plan.server.id;
  const known = shown === undefined ? undefined : context.sessions.get(shown);
  if (known !== undefined) return known;
  const server = await serverOf(context, manifest.server, isOther);
  return server === undefined ? undefined : context.sessions.get(server.id);
}

async function serverOf(
  context: PlanContext,
  name: string,
  isOther: boolean,
): Promise<ServerConfig | undefined> {
  const named = context.servers.servers.filter(server => server.name.trim() === name.trim());
  const [only] = named;
  if (!isOther && only !== undefined && named.length === 1) return only;
  const title = isOther
    ? t('Plan Against Another Server')
    : t('No server is named “{name}”: choose one', { name: displayText(name, 60) });
  return serverFor(context, [], title);
}

async function reportPlan(context: PlanContext, { plan, folder }: FolderPlan): Promise<void> {
  const { dialogs, folders } = context;
  const show = t('Show Plan');
  if (!plan.isWhole) {
    const errors = plan.problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const where = first === undefined ? folder : `${first.path}:${first.line}: ${first.text}`;
    const count = plural('{count} error in the files|{count} errors in the files', errors.length);
    return void (await dialogs.error(
      t('{errors}, so nothing can be applied. {first}', { errors: count, first: where }),
    ));
  }
  const counts = countActions(plan.items);
  const server = displayText(plan.server.name, 60);
  const pending = plan.items.filter(isPending).length;
  const texts = [
    pending === 0
      ? t('The files and “{server}” are equal.', { server })
      : plural('{count} file differs from “{server}”.|{count} files differ from “{server}”.', pending, {
          server,
        }),
    counts.cannot === 0 ? '' : plural('{count} cannot be applied.|{count} cannot be applied.', counts.cannot),
  ].filter(text => text !== '');
  const isEmpty = pending + counts.cannot === 0;
  if ((await dialogs.info(texts.join(' '), ...(isEmpty ? [] : [show]))) === show) await folders.showPlans();
}
