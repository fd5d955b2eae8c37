import type { Job } from '../../model/job.ts';
import type { CliContext, CommandRow } from '../cliContext.ts';
import { jobTitle, readJobs, readStatuses, type StatusReading, selectJobs, statusCell } from '../objects.ts';
import { connectionOptions } from '../optionTable.ts';

export const statusCommand = {
  operands: '[JOB…]',
  summary: 'Print the statuses of jobs',
  details: [
    "Prints the status of each job in the server's words, or of all jobs if none is passed. A JOB is an ID or a full name. The API needs a request for each status, so many jobs take a while; Ctrl+C prints what has been read so far.",
    'With --json, “kind” is the meaning of the status: queued, running, succeeded, failed, stopped, idle or unknown.',
    'The exit code is 1 if a status cannot be read.',
  ],
  options: [...connectionOptions, 'no-trunc', 'json'],
  examples: {
    'device-automation status 12 13': 'The statuses of two jobs.',
    "device-automation status 'Nightly update' --json": 'The status of a job by its name, as JSON.',
  },
  run: async context => {
    const { session } = context.connect();
    const jobs =
      context.operands.length === 0
        ? await readJobs(session, context)
        : await selectJobs(session, context.operands, context);
    const readings = new Map<number, StatusReading>();
    try {
      const ids = jobs.map(({ id }) => id);
      await readStatuses(session, ids, context, readings);
    } finally {
      const { t } = context.localizer;
      context.setDone(t('Statuses read: {done} of {all}.', { done: readings.size, all: jobs.length }));
      print(context, jobs, readings);
    }
    return [...readings.values()].some(({ kind }) => kind === 'failed') ? 1 : 0;
  },
} as const satisfies CommandRow;

function print(
  { output, localizer, errorText }: CliContext,
  jobs: readonly Job[],
  readings: ReadonlyMap<number, StatusReading>,
): void {
  const { t } = localizer;
  const read = jobs.flatMap(job => {
    const reading = readings.get(job.id);
    return reading === undefined ? [] : [{ job, reading }];
  });
  if (output.isJson) {
    const rows = read.map(({ job: { id, name }, reading }) =>
      reading.kind === 'read'
        ? { id, name, status: reading.status.word, kind: reading.status.kind }
        : { id, name, error: errorText(reading.error) },
    );
    output.json({ jobs: rows });
    return;
  }
  const rows = read.map(({ job, reading }) => [
    String(job.id),
    jobTitle(job, localizer),
    reading.kind === 'read' ? statusCell(reading.status, localizer) : errorText(reading.error),
  ]);
  const hasSentences = read.some(({ reading }) => reading.kind !== 'read');
  output.table([[t('ID'), t('Name'), t('Status')], ...rows], hasSentences);
}
