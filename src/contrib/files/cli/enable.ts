import type { Localizer } from '../../../base/localizer.ts';
import { type CommandRow, type CommandTexts, command } from '../../../cli/contribution.ts';
import { requireChoice, requiredJobs } from '../../../cli/jobChoice.ts';
import { connectionOptions, general } from '../../../cli/optionTable.ts';
import { jobObject } from '../common/serverState.ts';
import { applyObjectChange, fieldItem } from './plannedChanges.ts';
import { outOption, planFailureTitle } from './planReports.ts';

export const enableCommand = changingEnabled(true, ({ t }) => ({
  summary: t('Enable jobs'),
  examples: {
    'device-automation enable 12 13': t('Enable two jobs.'),
    "device-automation enable --filter '@disabled nightly' --dry-run": t(
      'Print which jobs would be enabled.',
    ),
  },
}));

export const disableCommand = changingEnabled(false, ({ t }) => ({
  summary: t('Disable jobs'),
  examples: {
    "device-automation disable 'Nightly update'": t('Disable a job by its name.'),
    "device-automation disable -l '@ended' --out plan.json": t(
      'Plan to disable jobs whose schedule has ended.',
    ),
  },
}));

function changingEnabled(
  enabled: boolean,
  texts: (localizer: Localizer) => Omit<CommandTexts, 'details'>,
): CommandRow {
  return command({
    operands: 'JOB…',
    synonyms: enabled ? ['resume', 'uncordon'] : ['suspend', 'cordon'],
    completes: 'jobs',
    texts: localizer => ({
      ...texts(localizer),
      details: [
        localizer.t(
          'Prints what changes, asks in a terminal, and sends only “enabled”. Without a terminal, more than one job requires --yes. A JOB is an ID or a full name; --filter chooses jobs as in the Jobs view. Jobs that are already so are left alone, and so is a job that others have changed in the meantime.',
        ),
        localizer.t(
          'With --dry-run, the change is only printed, as by “plan”; with --out, it is also written to a file for “apply”. Then the exit code is 2 if there is a change. Otherwise it is 1 if a job could not be changed.',
        ),
      ],
    }),
    options: {
      ...connectionOptions,
      ...general('filter', 'dry-run'),
      ...outOption,
      ...general('yes', 'state-dir', 'output', 'json'),
    },
    formats: ['markdown'],
    failureTitle: planFailureTitle,
    run: async context => {
      requireChoice(context);
      const connection = context.connect();
      const jobs = await requiredJobs(context, connection.session);
      const items = jobs.map(job => fieldItem(jobObject(job), 'enabled', enabled));
      const act = enabled ? 'enableJobs' : 'disableJobs';
      return applyObjectChange(context, connection, {
        act,
        items,
        managed: jobs.length,
        mostDeletes: undefined,
      });
    },
  });
}
