import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { diskFolder } from '../common/diskFolder.ts';
import type { Plan } from '../common/filePlan.ts';
import { readFileSet } from '../common/fileSet.ts';
import { makePlan } from '../common/makePlan.ts';
import { folderOf, noteOtherServer, readingProgress } from './fileSets.ts';
import { showPlan } from './planReports.ts';

export async function planFiles(context: CliContext<'out' | 'server-name'>): Promise<ExitCode> {
  const folder = folderOf(context);
  return showPlan(context, await readPlan(context, context.connect(), folder), {
    target: context.options.value('out'),
    folder,
  });
}

/** Reads the files and the server, and plans the changes. */
export async function readPlan(
  context: CliContext<'server-name'>,
  { session }: CliConnection,
  folder: string,
): Promise<Plan> {
  const { localizer, signal, output } = context;
  // Reads the files while waiting for the server.
  const fileSet = readFileSet(diskFolder(folder), { localizer, signal });
  const { plan } = await makePlan(session, fileSet, { ...readingProgress(context), localizer });
  output.endProgress();
  noteOtherServer(context, await fileSet, plan.server);
  return plan;
}
