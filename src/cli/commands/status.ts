import type { Job } from '../../model/job.ts';
import type { StatusMonitor } from '../../store/statuses/statusMonitor.ts';
import { clockTime } from '../../util/clockFormat.ts';
import type { CliContext, CommandRow } from '../cliContext.ts';
import { chosenJobs } from '../jobChoice.ts';
import {
  jobTitle,
  readJobs,
  readStatuses,
  type StatusReading,
  statusCell,
  statusIn,
} from '../namedObjects.ts';
import { connectionOptions } from '../optionTable.ts';
import { followStatuses } from '../watch.ts';

export const statusCommand = {
  operands: '[JOB…]',
  summary: 'Print the statuses of jobs',
  details: [
    "Prints the status of each job in the server's words, or of all jobs if none is passed. A JOB is an ID or a full name. The API needs a request for each status, so many jobs take a while; Ctrl+C prints what has been read so far.",
    'With --json, “kind” is the meaning of the status: queued, running, succeeded, failed, stopped, idle or unknown.',
    'The exit code is 1 if a status cannot be read.',
  ],
  options: [...connectionOptions, 'filter', 'state-dir', 'watch', 'no-trunc', 'output', 'json'],
  completes: 'jobs',
  examples: {
    'device-automation status 12 13': 'The statuses of two jobs.',
    "device-automation status -l '@running' --watch":
      'The jobs that are executing now, and then each change.',
    "device-automation status 'Nightly update' --json": 'The status of a job by its name, as JSON.',
  },
  run: async context => {
    const { session } = context.connect();
    const jobs = (await chosenJobs(context, session)) ?? (await readJobs(session, context));
    const readings = new Map<number, StatusReading>();
    const ids = jobs.map(({ id }) => id);
    try {
      await readStatuses(session, ids, context, readings);
    } finally {
      const { t } = context.localizer;
      context.setDone(t('Statuses read: {done} of {all}.', { done: readings.size, all: jobs.length }));
      print(context, jobs, readings);
    }
    if (context.options.has('watch')) await watch(context, session.statuses, jobs, readings);
    return [...readings.values()].some(({ kind }) => kind === 'failed') ? 1 : 0;
  },
} as const satisfies CommandRow;

/** Prints each change of a status, with its time, until the command is interrupted. */
async function watch(
  context: CliContext,
  statuses: StatusMonitor,
  jobs: readonly Job[],
  readings: Map<number, StatusReading>,
): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  await followStatuses(statuses, ids, context.signal, () => {
    const changed = jobs.filter(({ id }) => {
      const status = statuses.get(id);
      const isChanged = status !== undefined && status.word !== statusIn(readings, id)?.word;
      if (isChanged) readings.set(id, { kind: 'read', status });
      return isChanged;
    });
    if (changed.length > 0)
      print(context, changed, readings, clockTime(context.clock.now(), { withSeconds: true }));
    return false;
  });
}

/** `time`: that of a change, instead of the head of the table. */
function print(
  { output, localizer, errorText }: CliContext,
  jobs: readonly Job[],
  readings: ReadonlyMap<number, StatusReading>,
  time?: string,
): void {
  const { t } = localizer;
  const read = jobs.flatMap(job => {
    const reading = readings.get(job.id);
    return reading === undefined ? [] : [{ job, reading }];
  });
  if (output.isDocument) {
    const rows = read.map(({ job: { id, name }, reading }) =>
      reading.kind === 'read'
        ? { id, name, status: reading.status.word, kind: reading.status.kind }
        : { id, name, error: errorText(reading.error) },
    );
    output.document({ jobs: rows });
    return;
  }
  const rows = read.map(({ job, reading }) => [
    String(job.id),
    jobTitle(job, localizer),
    reading.kind === 'read' ? statusCell(reading.status, localizer) : errorText(reading.error),
  ]);
  const hasSentences = read.some(({ reading }) => reading.kind !== 'read');
  if (time === undefined) output.table([[t('ID'), t('Name'), t('Status')], ...rows], hasSentences);
  else output.table(rows.map(row => [time, ...row]));
}
