import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions } from '../../cli/optionTable.ts';
import { plannedChangeOptions } from '../files/cli/fileCommands.ts';

const spreadCommand = command({
  operands: 'JOB…',
  synonyms: ['stagger'],
  completes: 'jobs',
  texts: ({ t }) => ({
    summary: t('Move jobs apart that meet on their devices'),
    details: [
      t(
        'Moves schedules, and each by one span only, so that no gap between the runs of a job changes. With --start and --step, the first run of each day begins then, and each next job a step later, in the order of their next runs. Otherwise, jobs are moved as little as possible until none meets another on a device, also none of the jobs that stay.',
      ),
      t(
        'Durations are those that windows and “observe” on this computer have seen; a job of unknown duration counts as one hour. A job that cannot be moved without changing its meaning is named, and then the exit code is 1.',
      ),
    ],
    examples: {
      "device-automation spread -l '@clash' --dry-run": t('What would be moved so that nothing clashes.'),
      'device-automation spread 12 13 14 --start 02:00 --step 10m': t('At 02:00, 02:10 and 02:20.'),
    },
  }),
  options: {
    ...connectionOptions,
    start: { value: 'HH:MM', text: ({ t }) => t('When the first job begins.') },
    step: { value: 'TIME', text: ({ t }) => t('How much later each next job begins, such as 10m.') },
    apart: {
      value: 'HOW',
      completes: ['hours', 'durations'],
      text: ({ t }) =>
        t(
          'hours (the default): none in the same hour, as the timeline shows clashes; durations: no runs overlap.',
        ),
    },
    ...plannedChangeOptions,
  },
  formats: ['json', 'markdown'],
  run: async context => (await import('./cli/spread.ts')).spreadJobs(context),
});

export const spreadPart: CliPart = { commands: { spread: spreadCommand } };
