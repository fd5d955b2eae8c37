import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext } from '../../../cli/cliContext.ts';
import { command } from '../../../cli/contribution.ts';
import { connectionOptions, general } from '../../../cli/optionTable.ts';
import type { Plan } from '../common/filePlan.ts';
import { readFileSet } from '../common/fileSet.ts';
import { makePlan } from '../common/makePlan.ts';
import { folderOf, noteOtherServer, readingProgress } from './fileSets.ts';
import { outOption, planFailureTitle, showPlan } from './planReports.ts';

export const planCommand = command({
  operands: '[FOLDER]',
  synonyms: ['refresh'],
  texts: ({ t }) => ({
    summary: t('Print what the files would change on the server'),
    details: [
      t(
        'Compares the files in FOLDER (the current one by default) with the server: + is created, ~ changed or renamed, - deleted, and ! cannot be applied. What is only on the server stays, and is only counted. Nothing is changed.',
      ),
      t(
        'The files belong to the server that they were exported from, whatever it is called: device-automation.json contains a fingerprint of its address. For another server, groups are found by DN or name, devices by host name, and policies, reports and dynamic groups by label; what contains an ID of its own server cannot be applied.',
      ),
      t(
        'With --out, the plan is also written to a file, with what was seen and what will be sent. “apply” with that file sends exactly this plan, or nothing if the server has changed since. Secrets and the address of the server are never in it.',
      ),
      t(
        'The exit code is 0 if there is nothing to do, 2 if changes are planned, and 1 if a file cannot be read or applied.',
      ),
    ],
    examples: {
      'device-automation plan plant --server-name Plant': t('The changes in the folder “plant”.'),
      'device-automation plan plant --out plan.json -o markdown': t(
        'A plan to apply later, printed for the comment of a merge request.',
      ),
      'device-automation plan plant --server-url https://test.example': t(
        'The same files against another server.',
      ),
    },
  }),
  options: {
    ...connectionOptions,
    ...outOption,
    ...general('output', 'json'),
  },
  formats: ['markdown'],
  failureTitle: planFailureTitle,
  run: async context => {
    const folder = folderOf(context);
    return showPlan(context, await readPlan(context, context.connect(), folder), {
      target: context.options.value('out'),
      folder,
    });
  },
});

/** Reads the files and the server, and plans the changes. */
export async function readPlan(
  context: CliContext<'server-name'>,
  { session }: CliConnection,
  folder: string,
): Promise<Plan> {
  const { localizer, signal, output } = context;
  // Reads the files while waiting for the server.
  const fileSet = readFileSet(folder, { localizer, signal });
  const { plan } = await makePlan(session, fileSet, { ...readingProgress(context), localizer });
  output.endProgress();
  noteOtherServer(context, await fileSet, plan.server);
  return plan;
}
