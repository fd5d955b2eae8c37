import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions, general } from '../../cli/optionTable.ts';
import { severities, severityOption } from './cli/severityOption.ts';

const lintCommand = command({
  operands: '[FOLDER]',
  texts: ({ t }) => ({
    summary: t('Find what is set up wrong, on the server or in files'),
    details: [
      t(
        'Judges all jobs and groups by the rules in docs/fleet-check.md: jobs without targets or work, schedules that never run, deleted groups, equal names and others. Without FOLDER, those of the server; with FOLDER, those in its files, without a connection.',
      ),
      t(
        'What windows and “observe” on this computer recorded of runs in the state folder is judged as well.',
      ),
      t(
        'A rule that lacks what it needs judges nothing, and is named. In a file, the comment “// device-automation-ignore RULE: REASON” suppresses a finding, until a day with “RULE until 2027-01-31”.',
      ),
      t(
        'The exit code is 0 if nothing was found, 2 if something was, and 1 if the server or a file cannot be read, or not completely.',
      ),
    ],
    examples: {
      'device-automation lint --minimum-severity warning': t('Errors and warnings on the server.'),
      'device-automation lint plant -o sarif': t('What code scanning in CI shows beside the files.'),
    },
  }),
  options: {
    ...connectionOptions,
    'minimum-severity': {
      value: 'SEVERITY',
      completes: severities,
      text: ({ t }) =>
        t('Only findings of this severity or a higher one: information (the default), warning or error.'),
    },
    ...severityOption,
    ...general('time-zone', 'state-dir'),
    ...general('output'),
  },
  formats: ['json', 'sarif'],
  completes: 'folder',
  run: async context => (await import('./cli/lint.ts')).lint(context),
});

export const fleetCheckPart: CliPart = { commands: { lint: lintCommand } };
