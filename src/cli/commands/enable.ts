import { jobObject } from '../../files/serverState.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { requireChoice, requiredJobs } from '../jobChoice.ts';
import { connectionOptions } from '../optionTable.ts';
import { applyObjectChange, fieldItem } from '../plannedChanges.ts';

const common = {
  operands: 'JOB…',
  completes: 'jobs',
  details: [
    'Prints what changes, asks in a terminal, and sends only “enabled”. Without a terminal, more than one job requires --yes. A JOB is an ID or a full name; --filter chooses jobs as in the Jobs view. Jobs that are already so are left alone, and so is a job that others have changed in the meantime.',
    'With --dry-run, the change is only printed, as by “plan”; with --out, it is also written to a file for “apply”. Then the exit code is 2 if there is a change. Otherwise it is 1 if a job could not be changed.',
  ],
  options: [...connectionOptions, 'filter', 'dry-run', 'out', 'yes', 'state-dir', 'output', 'json'],
  formats: ['markdown'],
} as const satisfies Partial<CommandRow>;

export const enableCommand = {
  ...common,
  summary: 'Enable jobs',
  examples: {
    'device-automation enable 12 13': 'Enable two jobs.',
    "device-automation enable --filter '@disabled nightly' --dry-run": 'Print which jobs would be enabled.',
  },
  run: context => setEnabled(context, true),
} as const satisfies CommandRow;

export const disableCommand = {
  ...common,
  summary: 'Disable jobs',
  examples: {
    "device-automation disable 'Nightly update'": 'Disable a job by its name.',
    "device-automation disable -l '@ended' --out plan.json": 'Plan to disable jobs whose schedule has ended.',
  },
  run: context => setEnabled(context, false),
} as const satisfies CommandRow;

async function setEnabled(context: CliContext, enabled: boolean): Promise<ExitCode> {
  requireChoice(context);
  const connection = context.connect();
  const jobs = await requiredJobs(context, connection.session);
  const items = jobs.map(job => fieldItem(jobObject(job), 'enabled', enabled));
  const act = enabled ? 'enableJobs' : 'disableJobs';
  return applyObjectChange(context, connection, { act, items, managed: jobs.length });
}
