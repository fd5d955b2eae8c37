import type { Job } from '../../../api/model/job.ts';
import { csvText } from '../../../base/delimitedText.ts';
import { responseSlices, type Slices } from '../../../base/slices.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { filteredJobs, type JobChoice, jobsFor } from '../../../workbench/commands/jobs/jobArguments.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { saveFile, withByteOrderMark } from '../../../workbench/platform/saveFile.ts';
import { csvSeparator } from '../../../workbench/platform/settings.ts';
import { type PastRun, type PastRunSource, pastRuns } from '../common/pastRuns.ts';
import { durationOf } from '../common/seenRuns.ts';
import { historyOf } from '../common/sessionHistory.ts';
import { pastRunKind } from './pastRunTexts.ts';

type ExportContext = JobChoice & Uses<'schedules'>;

/** Writes the known runs of the chosen jobs, or else of all listed ones, to a CSV file. */
export async function exportRuns(context: ExportContext, args: Args): Promise<void> {
  const { dialogs, schedules } = context;
  const areNamed = args.some(each => each !== undefined);
  const targets = await (areNamed ? jobsFor(context, args, t('Export Runs')) : filteredJobs(context));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const { server, serverTime } = session;
  const source = { history: historyOf(session), outlook: schedules.of(server), nowMs: serverTime.nowMs };
  const separator = csvSeparator();
  const lines = await dialogs.progress(t('Export Runs'), (_, signal) =>
    runLines(jobs, { ...source, separator }, responseSlices(signal)),
  );
  if (lines.length === 0) return void dialogs.info(t('No runs of these jobs have been seen yet.'));
  const [only] = jobs.length === 1 ? jobs : [];
  const title = `${server.name} ${only?.name ?? t('Last runs')}`;
  const file = await saveFile(
    title,
    'csv',
    withByteOrderMark(csvText([columns], separator) + lines.join('')),
  );
  if (file === undefined) return;
  const count = plural('{count} run|{count} runs', lines.length);
  await dialogs.info(t('“{file}” was saved: {facts}.', { file, facts: count }));
}

const columns = [
  'Job',
  'ID',
  'Planned',
  'Outcome',
  'Status',
  'Started after',
  'Started by',
  'Ended after',
  'Ended by',
  'Least seconds',
  'Most seconds',
  'Stopped here',
  'Late',
];

/** A line for each run in UTC, oldest first; what is not known is empty. */
async function runLines(
  jobs: readonly Pick<Job, 'id' | 'name'>[],
  { separator, ...source }: PastRunSource & { readonly separator: string },
  slices: Slices,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const job of jobs) {
    if (slices.isOver) await slices.rest();
    const runs = [...pastRuns(job.id, source)].reverse();
    lines.push(...runs.map(past => csvText([[job.name, String(job.id), ...cellsOf(past)]], separator)));
  }
  return lines;
}

function cellsOf(past: PastRun): readonly string[] {
  if (past.kind !== 'seen') return [isoText(past.atMs), past.kind, ...Array<string>(9).fill('')];
  const { run, late } = past;
  const { start, end, word = '', isStoppedByUs } = run;
  const { minMs, maxMs } = durationOf(run);
  const times = [start.afterMs, start.byMs, end.afterMs, end.byMs].map(isoText);
  const seconds = [minMs, maxMs].map(ms => (ms === undefined ? '' : String(Math.round(ms / 1_000))));
  const marks = [isStoppedByUs, late !== undefined].map(isSo => (isSo ? 'yes' : ''));
  return [isoText(late?.plannedMs), pastRunKind(past), word, ...times, ...seconds, ...marks];
}

function isoText(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString();
}
