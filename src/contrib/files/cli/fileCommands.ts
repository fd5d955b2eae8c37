import type { Localizer } from '../../../base/localizer.ts';
import { type CommandRow, type CommandTexts, command } from '../../../cli/contribution.ts';
import { connectionOptions, general, type OptionRows } from '../../../cli/optionTable.ts';

/** The option of commands that may delete. */
const maxDeletesOption = {
  'max-deletes': {
    value: 'NUMBER',
    most: 1_000_000,
    text: ({ t }) =>
      t(
        'Delete at most this many objects; otherwise nothing is applied. Required if more than 10 objects and more than a tenth of the managed ones would be deleted.',
      ),
  },
} satisfies OptionRows;

/** The option of commands that print a plan. */
const outOption = {
  out: {
    value: 'FILE',
    completes: 'file',
    text: ({ t }) => t('Write the plan to this file, for “apply FILE”. Nothing is sent.'),
  },
} satisfies OptionRows;

/** The options of commands that plan changes in many jobs, and apply them. */
export const plannedChangeOptions = {
  ...general('filter', 'time-zone', 'dry-run'),
  ...outOption,
  ...general('yes', 'state-dir', 'output'),
} satisfies OptionRows;

/** The heading of a plan that failed. */
function planFailureTitle({ t }: Localizer): string {
  return t('Plan: it failed');
}

const enableCommand = changingEnabled(true, ({ t }) => ({
  summary: t('Enable jobs'),
  examples: {
    'device-automation enable 12 13': t('Enable two jobs.'),
    "device-automation enable --filter '@disabled nightly' --dry-run": t(
      'Print which jobs would be enabled.',
    ),
  },
}));

const disableCommand = changingEnabled(false, ({ t }) => ({
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
    synonyms: enabled ? ['uncordon'] : ['cordon'],
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
      ...general('yes', 'state-dir', 'output'),
    },
    formats: ['json', 'markdown'],
    failureTitle: planFailureTitle,
    run: async context => (await import('./enable.ts')).changeEnabled(context, enabled),
  });
}

const deleteCommand = command({
  operands: '(job|group) NAME…',
  synonyms: ['destroy', 'remove', 'rm'],
  completes: 'objects',
  texts: ({ t }) => ({
    summary: t('Delete jobs or groups'),
    details: [
      t(
        'Prints what is deleted, asks in a terminal, and deletes only objects that are still as they were printed. Without a terminal, more than one requires --yes. Specify them as for “get”; “delete jobs --filter TEXT” chooses jobs as in the Jobs view. For a group, the jobs that target it are printed first.',
      ),
      t(
        'With --dry-run, it is only printed, as by “plan”; with --out, it is also written to a file for “apply”. Then the exit code is 2. Otherwise it is 1 if an object could not be deleted.',
      ),
    ],
    examples: {
      'device-automation delete job 12': t('Delete a job by its ID.'),
      "device-automation delete jobs -l '@ended' --dry-run": t('Print which jobs would be deleted.'),
      "device-automation delete group 'CN=Lab,DC=example' --yes": t('Delete a group without asking.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter'),
    ...maxDeletesOption,
    ...general('dry-run'),
    ...outOption,
    ...general('yes', 'state-dir', 'output'),
  },
  formats: ['json', 'markdown'],
  failureTitle: planFailureTitle,
  run: async context => (await import('./delete.ts')).deleteObjects(context),
});

const exportCommand = command({
  operands: '[FOLDER]',
  synonyms: ['edit', 'pull'],
  texts: ({ t }) => ({
    summary: t('Write jobs and groups to files'),
    details: [
      t(
        'Writes one file for each job and group into FOLDER (the current one by default), with device-automation.json beside them. Files that already match the server are not touched; in others, only the fields that differ are changed, and comments stay.',
      ),
      t(
        'The exit code is 0 if everything was exported, and 5 if everything was except objects that are named: those that cannot be told apart or read, or are too long for a file. It is 1 if a file cannot be written, and then others may be written, or if nothing was, because an existing file cannot be read. With --dry-run, it is 2 if files would be written.',
      ),
    ],
    examples: {
      'device-automation export plant': t('All jobs and groups, into the folder “plant”.'),
      "device-automation export plant --job 12 --group 'Sales'": t('One job and one group.'),
    },
  }),
  options: {
    ...connectionOptions,
    job: {
      value: 'JOB',
      completes: 'jobs',
      isRepeatable: true,
      text: ({ t }) => t('Export this job only, by ID or full name. May be repeated.'),
    },
    group: {
      value: 'GROUP',
      completes: 'groups',
      isRepeatable: true,
      text: ({ t }) => t('Export this group only, by DN or full name. May be repeated.'),
    },
    ...general('dry-run', 'output'),
  },
  formats: ['json'],
  completes: 'folder',
  run: async context => (await import('./export.ts')).exportToFiles(context),
});

const planCommand = command({
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
      'device-automation plan plant': t('The changes in the folder “plant”.'),
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
    ...general('output'),
  },
  formats: ['json', 'markdown'],
  failureTitle: planFailureTitle,
  run: async context => (await import('./plan.ts')).planFiles(context),
});

const applyCommand = command({
  operands: '[FOLDER|PLAN]',
  synonyms: ['create', 'import', 'push', 'up'],
  texts: ({ t }) => ({
    summary: t('Apply the changes in the files, or a plan, to the server'),
    details: [
      t(
        'Plans like “plan” and applies the changes: groups before jobs, and only the fields that differ, based on the current state of the server. Changes that others have made since the plan are not overwritten, but reported. Applying again changes nothing.',
      ),
      t(
        'With a file of “plan --out”, exactly that plan is applied. Before anything is sent, each of its objects is compared with what the plan saw: if one has changed since, nothing is applied, and the objects are named. What the server already has is skipped, so the same plan can be applied again after an interruption.',
      ),
      t(
        'Each change is recorded before it is sent. If the program is killed, the next apply of the same folder or plan reports what was done and completes the rest. Nothing is applied if a file cannot be read, or, without --partial, if a change cannot be applied.',
      ),
      t(
        'In a terminal, it asks first. Without one, more than one change requires --yes, unless they are those of a plan file.',
      ),
      t(
        'The exit code is 0 if the server now matches the files, and 1 if a change failed or cannot be applied. With --dry-run, it is that of “plan”.',
      ),
    ],
    examples: {
      'device-automation apply plant': t('Apply the folder “plant”; in a terminal the program asks first.'),
      'device-automation apply plant --only jobs/nightly.job.jsonc --yes -o json': t(
        'Apply one file without asking, and print the results as JSON.',
      ),
      'device-automation apply plan.json': t('Apply a plan that was reviewed, or nothing.'),
    },
  }),
  options: {
    ...connectionOptions,
    only: {
      synonyms: ['target'],
      value: 'FILE',
      completes: 'file',
      isRepeatable: true,
      text: ({ t }) => t('Apply this file only; the path is relative to the folder. May be repeated.'),
    },
    partial: {
      text: ({ t }) =>
        t(
          'Apply the other changes if some cannot be applied. Without this option, such a plan is not applied.',
        ),
    },
    'allow-delete': {
      synonyms: ['destroy', 'prune'],
      text: ({ t }) =>
        t(
          'Delete objects that have no file, if the file set has "prune". Without this option, such a plan is not applied.',
        ),
    },
    ...maxDeletesOption,
    ...general('dry-run'),
    'lock-timeout': {
      value: 'TIME',
      least: 0,
      most: 86_400,
      text: ({ t }) =>
        t(
          'How long to wait for another apply of the same files to the same server, such as 90s or 10m. By default, nothing is applied while there is one.',
        ),
    },
    ...general('yes', 'state-dir', 'output'),
  },
  formats: ['json'],
  completes: 'file',
  run: async context => (await import('./apply.ts')).applyFiles(context),
});

const validateCommand = command({
  operands: '[FOLDER]',
  synonyms: ['fmt'],
  completes: 'folder',
  texts: ({ t }) => ({
    summary: t('Check files without a server'),
    details: [
      t(
        'Reads all files in FOLDER (the current one by default), and prints each problem with file, line and column: syntax, wrong values, two files for one object, schedules that cannot be read. Whether the names in the files exist, only “plan” can tell.',
      ),
      t('The exit code is 1 if there is an error, and 0 if there are at most warnings.'),
    ],
    examples: {
      'device-automation validate plant': t('Check the folder “plant”, for example before a commit.'),
    },
  }),
  options: {
    ...general('output'),
  },
  formats: ['json'],
  run: async context => (await import('./validate.ts')).validateFiles(context),
});

/** The commands of files, whose code is loaded when one of them runs. */
export const fileCommands: Readonly<Record<string, CommandRow>> = {
  enable: enableCommand,
  disable: disableCommand,
  delete: deleteCommand,
  export: exportCommand,
  plan: planCommand,
  apply: applyCommand,
  validate: validateCommand,
};
