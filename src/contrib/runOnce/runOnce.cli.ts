import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions } from '../../cli/optionTable.ts';
import { plannedChangeOptions } from '../files/cli/fileCommands.ts';

const runOnceCommand = command({
  operands: 'JOB…',
  synonyms: ['run', 'run-now', 'start', 'trigger'],
  completes: 'jobs',
  texts: ({ t }) => ({
    summary: t('Add one run to jobs'),
    details: [
      t(
        'The API has no request that starts a job. This adds one run to each schedule, as an RDATE, by default in 5 minutes, because a server may look at schedules only once in a while. Whether the server runs it, “status” and “observe” tell.',
      ),
      t(
        'A job whose schedule cannot have such a run, for example because it is disabled, is named and stays, and then the exit code is 1; with --copy-others, a copy of it that runs once is created.',
      ),
    ],
    examples: {
      "device-automation run-once -l '@failed since last night' --at 13:00": t(
        'Last night’s failed jobs run again at one.',
      ),
      'device-automation run-once 12': t('A job runs in 5 minutes.'),
    },
  }),
  options: {
    ...connectionOptions,
    at: { value: 'TIME', text: ({ t }) => t('When, such as 13:00, "Jan 9 18:00" or "in 10m".') },
    'copy-others': {
      text: ({ t }) => t('Create copies that run once of jobs whose schedules cannot have the run.'),
    },
    ...plannedChangeOptions,
  },
  formats: ['json', 'markdown'],
  run: async context => (await import('./cli/runOnce.ts')).runJobsOnce(context),
});

export const runOncePart: CliPart = { commands: { 'run-once': runOnceCommand } };
