import { type CommandRow, command } from './contribution.ts';
import { connectionOptions, general } from './optionTable.ts';
import { waitGoals } from './waitGoals.ts';

const listCommand = command({
  operands: '[jobs|groups]',
  synonyms: ['ls'],
  texts: ({ t }) => ({
    summary: t('List the jobs or groups of the server'),
    details: [
      t(
        "Prints a row for each job (the default) or group, in the server's order. The API needs a request for each status, so those of the first 150 jobs are read; “status” reads all. With -o json, each object has the same fields as its document in VS Code, and its ID if the server returns one.",
      ),
      t('The exit code is 1 if jobs or groups may be missing from the list.'),
    ],
    examples: {
      'device-automation list': t('All jobs.'),
      "device-automation list --filter 'nightly @enabled' -o json": t(
        'The enabled jobs with “nightly” in their names, as JSON.',
      ),
      "device-automation list -l '@failed' -o name | xargs device-automation get": t(
        'Each job that failed, with all its fields.',
      ),
      'device-automation list groups --watch': t('All groups, and then each change.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter', 'no-status', 'state-dir', 'watch', 'no-trunc', 'output'),
  },
  formats: ['json', 'csv', 'name'],
  completes: ['jobs', 'groups'],
  run: async context => (await import('./commands/list.ts')).list(context),
});

const getCommand = command({
  operands: '(job|group) NAME…',
  synonyms: ['describe', 'show'],
  texts: ({ t }) => ({
    summary: t('Print jobs or groups with all their fields'),
    details: [
      t(
        'Specify a job by its ID or full name, and a group by its DN, its full name, or its ID if the server returns one. For an object named 12, pass name:12.',
      ),
    ],
    examples: {
      'device-automation get job 12': t('A job by its ID.'),
      "device-automation get group 'OU=Plant,DC=example' -o json": t('A group by its DN, as JSON.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('no-status', 'output'),
  },
  formats: ['json'],
  completes: 'objects',
  run: async context => (await import('./commands/get.ts')).getObjects(context),
});

const statusCommand = command({
  operands: '[JOB…]',
  synonyms: ['ps'],
  texts: ({ t }) => ({
    summary: t('Print the statuses of jobs'),
    details: [
      t(
        "Prints the status of each job in the server's words, or of all jobs if none is passed. A JOB is an ID or a full name. The API needs a request for each status, so many jobs take a while; Ctrl+C prints what has been read so far.",
      ),
      t(
        'With -o json, “kind” is the meaning of the status: queued, running, succeeded, failed, stopped, idle or unknown.',
      ),
      t('The exit code is 1 if a status cannot be read, or if jobs may be missing from the list.'),
    ],
    examples: {
      'device-automation status 12 13': t('The statuses of two jobs.'),
      "device-automation status -l '@running' --watch": t(
        'The jobs that are executing now, and then each change.',
      ),
      "device-automation status 'Nightly update' -o json": t('The status of a job by its name, as JSON.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter', 'state-dir', 'watch', 'no-trunc', 'output'),
  },
  formats: ['json', 'csv'],
  completes: 'jobs',
  run: async context => (await import('./commands/status.ts')).statusJobs(context),
});

const waitCommand = command({
  operands: 'JOB…',
  synonyms: ['rollout'],
  completes: 'jobs',
  texts: ({ t }) => ({
    summary: t('Wait until jobs have a status'),
    details: [
      t(
        'Waits until each job has ended, or has the status of --for, for as long as --timeout says, and prints the result for each. A job that has ended before is not waited for. With --for succeeded, for example, a result from before the command does not count against it: the job fails the wait only if it is seen to execute and then ends otherwise.',
      ),
      t(
        'The exit code is 0 if all jobs reached the status, 1 if one ended otherwise, its status cannot be read, or no job matches the filter, and 3 if the time limit was reached.',
      ),
    ],
    examples: {
      'device-automation wait 12 13': t('Wait until both jobs have ended, for at most two minutes.'),
      "device-automation wait 'Nightly update' --for succeeded --timeout 1h": t(
        'Wait up to an hour for the job to succeed.',
      ),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter', 'state-dir'),
    for: {
      value: 'STATUS',
      completes: waitGoals,
      text: ({ t }) =>
        t(
          'The status to wait for: ended (the default), queued, running, succeeded, failed, stopped or idle.',
        ),
    },
    ...general('timeout', 'no-trunc', 'output'),
  },
  formats: ['json', 'csv'],
  run: async context => (await import('./commands/wait.ts')).waitJobs(context),
});

const stopCommand = command({
  operands: 'JOB…',
  synonyms: ['cancel', 'kill'],
  completes: 'jobs',
  texts: ({ t }) => ({
    summary: t('Stop jobs that are executing'),
    details: [
      t(
        'Sends one request for all jobs, waits for those that were executing to end, and prints the result for each. A JOB is an ID or a full name. Jobs that are queued or have ended are not affected. With more than one job, it asks in a terminal, and requires --yes without one.',
      ),
      t(
        'With --dry-run, nothing is sent, and the exit code is 2 if a job would be stopped. Otherwise it is 1 if a job is still executing, if its status cannot be read, or if the server has none of the jobs. Ctrl+C stops waiting; a request that was sent is not undone.',
      ),
      t(
        'The stop is recorded before it is sent. If the program is killed before the response arrives, the next stop on that server lists the jobs that may or may not have been stopped.',
      ),
    ],
    examples: {
      'device-automation stop 12 13': t('Stop two jobs and wait for them to end.'),
      "device-automation stop 'Nightly update' --no-wait": t('Stop a job by its name and do not wait.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('filter', 'dry-run'),
    'no-wait': { text: ({ t }) => t('Do not wait for the jobs to end.') },
    ...general('timeout', 'yes', 'state-dir', 'no-trunc', 'output'),
  },
  formats: ['json', 'csv'],
  run: async context => (await import('./commands/stop.ts')).stopJobs(context),
});

/** The commands that are there without contributions. */
export const kernelCommands: Readonly<Record<string, CommandRow>> = {
  list: listCommand,
  get: getCommand,
  status: statusCommand,
  wait: waitCommand,
  stop: stopCommand,
};
