import { type CliPart, command } from '../../cli/contribution.ts';
import { connectionOptions } from '../../cli/optionTable.ts';
import { plannedChangeOptions } from '../files/cli/fileCommands.ts';
import { pausedTerm } from './common/pausedTerm.ts';

const pauseCommand = command({
  operands: 'JOB…',
  synonyms: ['suspend', 'snooze'],
  completes: 'jobs',
  texts: ({ t }) => ({
    summary: t('Let jobs rest until a time'),
    details: [
      t(
        'Excludes the runs that fall into the time from the schedules, so that the server resumes by itself. If it begins now, the rule of a schedule gets an EXRULE that ends with the pause; otherwise each run gets an EXDATE. For each job, it prints the last run before and the first one after.',
      ),
      t(
        'A job that no schedule can hold back, for example one that also runs when a device is switched on, is named and stays, and then the exit code is 1; --disable-others disables it instead. “resume” takes back exactly what a pause has added.',
      ),
    ],
    examples: {
      "device-automation pause -l 'group Branch' --from 2026-12-30 --until 2027-01-10": t(
        'Nothing runs in the branch from December 30 to January 9.',
      ),
      "device-automation pause 'Nightly update' --duration 2h": t('A job rests for two hours.'),
    },
  }),
  options: {
    ...connectionOptions,
    until: { value: 'TIME', text: ({ t }) => t('The end, such as 2027-01-09, "Jan 9 18:00" or 18:00.') },
    duration: { value: 'TIME', text: ({ t }) => t('How long from now on, such as 90m, 2h or 7d.') },
    from: { value: 'TIME', text: ({ t }) => t('The beginning. Default: now.') },
    reason: { value: 'TEXT', text: ({ t }) => t('Why, for those who see the job; stored on this computer.') },
    'disable-others': {
      text: ({ t }) => t('Disable jobs that cannot be paused. “resume” enables them again.'),
    },
    ...plannedChangeOptions,
  },
  formats: ['json', 'markdown'],
  run: async context => (await import('./cli/pauseCommands.ts')).pauseJobs(context),
});

const resumeCommand = command({
  operands: 'JOB…',
  synonyms: ['unpause'],
  completes: 'jobs',
  texts: ({ t }) => ({
    summary: t('End the pause of jobs now'),
    details: [
      t(
        'Removes exactly what the pause has added to the schedules, also if others have edited them since, and enables jobs that “pause --disable-others” has disabled. What a pause of this computer has added is recorded; of others, rules that repeat one of the job up to a later time are recognized.',
      ),
    ],
    examples: {
      "device-automation resume --filter 'group Branch'": t('Everything runs again in the branch.'),
    },
  }),
  options: {
    ...connectionOptions,
    unrecorded: {
      text: ({ t }) =>
        t(
          'Also bring back dates to come that a schedule excludes without a recorded pause, such as holidays.',
        ),
    },
    ...plannedChangeOptions,
  },
  formats: ['json', 'markdown'],
  run: async context => (await import('./cli/pauseCommands.ts')).resumeJobs(context),
});

export const pausePart: CliPart = {
  commands: { pause: pauseCommand, resume: resumeCommand },
  filterTerms: async () => [{ ...pausedTerm, find: (await import('./common/sessionPauses.ts')).findPaused }],
  loadTerms: async (filter, session, context) =>
    (await import('./cli/loadPauses.ts')).loadPauses(filter, session, context),
};
