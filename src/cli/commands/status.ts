import type { Job } from '../../api/model/job.ts';
import { clockTime } from '../../base/clockFormat.ts';
import type { StatusMonitor } from '../../store/statuses/statusMonitor.ts';
import type { CliContext, ExitCode } from '../cliContext.ts';
import { chosenJobs } from '../jobChoice.ts';
import { jobTitle, readExitCode, readJobs, readStatuses, statusCell } from '../namedObjects.ts';
import { followStatuses } from '../watch.ts';

export async function statusJobs(context: CliContext<'filter' | 'state-dir' | 'watch'>): Promise<ExitCode> {
  const { session } = context.connect();
  const chosen = await chosenJobs(context, session);
  const jobs = chosen?.jobs ?? (await readJobs(session, context));
  const failures = new Map<number, unknown>();
  try {
    await readStatuses(session, jobs, context, failures);
  } finally {
    const { t } = context.localizer;
    const read = jobs.filter(({ id }) => failures.has(id) || session.statuses.get(id) !== undefined);
    context.setDone(t('Statuses read: {done} of {all}.', { done: read.length, all: jobs.length }));
    print(context, read, { statuses: session.statuses, failures });
  }
  if (context.options.has('watch')) await watch(context, jobs, { statuses: session.statuses, failures });
  return failures.size > 0 ? 1 : readExitCode(session, chosen?.unread);
}

/** The statuses that could be read, and why others could not. */
interface Readings {
  readonly statuses: StatusMonitor;
  readonly failures: Map<number, unknown>;
}

/** Prints each change of a status, with its time, until the command is interrupted. */
async function watch(context: CliContext, jobs: readonly Job[], readings: Readings): Promise<void> {
  const { statuses, failures } = readings;
  const wordOf = (id: number) => (failures.has(id) ? undefined : statuses.get(id)?.word);
  const printed = new Map(jobs.map(({ id }) => [id, wordOf(id)]));
  const ids = [...printed.keys()];
  await followStatuses(statuses, ids, context.signal, () => {
    const changed = jobs.filter(({ id }) => {
      const status = statuses.get(id);
      if (status === undefined || status.word === printed.get(id)) return false;
      printed.set(id, status.word);
      return true;
    });
    for (const { id } of changed) failures.delete(id);
    if (changed.length > 0)
      print(context, changed, readings, clockTime(context.clock.now(), { withSeconds: true }));
    return false;
  });
}

/** `time`: that of a change, instead of the head of the table. */
function print(
  { output, localizer, errorText }: CliContext,
  jobs: readonly Job[],
  { statuses, failures }: Readings,
  time?: string,
): void {
  const { t } = localizer;
  if (output.isDocument) {
    const rows = jobs.map(({ id, name }) => {
      if (failures.has(id)) return { id, name, error: errorText(failures.get(id)) };
      const { word: status, kind } = statuses.get(id) ?? {};
      return { id, name, status, kind };
    });
    output.document({ jobs: rows });
    return;
  }
  const rows = jobs.map(job => [
    String(job.id),
    jobTitle(job, localizer),
    failures.has(job.id) ? errorText(failures.get(job.id)) : statusCell(statuses.get(job.id), localizer),
  ]);
  const hasSentences = jobs.some(({ id }) => failures.has(id));
  if (time === undefined) output.table([[t('ID'), t('Name'), t('Status')], ...rows], hasSentences);
  else output.table(rows.map(row => [time, ...row]));
}
