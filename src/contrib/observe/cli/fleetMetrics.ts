import { type StatusKind, statusKinds } from '../../../api/model/jobStatus.ts';
import { pushTo } from '../../../base/collections.ts';
import { mapInSteps, type Steps } from '../../../base/steps.ts';
import { durationOf, type SeenRun } from '../../history/common/seenRuns.ts';
import type { Verdict } from '../../history/common/verdicts.ts';
import type { FindingCount } from './findingCounts.ts';

/** What is known of one job when metrics are written. Times are the server's, in milliseconds. */
export interface JobMetrics {
  readonly id: number;
  readonly name: string;
  readonly isEnabled: boolean;
  /** `undefined` until its status has been read. */
  readonly status: { readonly kind: StatusKind; readonly readMs: number } | undefined;
  /** The newest ones, oldest first. */
  readonly runs: readonly SeenRun[];
  readonly typicalMs: number | undefined;
  readonly nextRunMs: number | undefined;
  readonly counts: RunCounts;
}

export type VerdictKind = Verdict['kind'];

/** What has been counted since the program started. */
export interface RunCounts {
  readonly results: ReadonlyMap<RunResult, number>;
  readonly verdicts: ReadonlyMap<VerdictKind, number>;
}

interface MutableCounts extends RunCounts {
  readonly results: Map<RunResult, number>;
  readonly verdicts: Map<VerdictKind, number>;
}

export type RunResult = StatusKind | 'unknown';

export interface FleetMetrics {
  readonly server: string;
  readonly version: string;
  readonly isUp: boolean;
  /** How far the server's clock is ahead of this computer's. */
  readonly clockOffsetMs: number | undefined;
  readonly listReadMs: number | undefined;
  readonly isStored: boolean;
  readonly looks: { readonly ok: number; readonly failed: number };
  readonly jobs: Iterable<JobMetrics>;
  /** What was counted of jobs that are no longer listed: a counter that decreases would count as a restart. */
  readonly former: RunCounts;
  readonly findings: readonly FindingCount[];
  /** False for a program that ends now, whose counters would begin at 0 each time. */
  readonly hasCounters: boolean;
}

const prefix = 'device_automation_';

/** The verdicts that name a problem, which begin at 0 so that the first one is an increase. */
const marked: readonly VerdictKind[] = ['notSeen', 'didNotRun'];
const ended = ['succeeded', 'failed', 'stopped'] as const;

/**
 * The metrics of a fleet in Prometheus' text format 0.0.4, piece by piece; with `isPerJob`, a dozen or more series of
 * each job too.
 */
export function* fleetMetrics(fleet: FleetMetrics, isPerJob: boolean): Steps<readonly string[]> {
  const families = new Families(fleet.server);
  const sums = new FleetSums();
  addCounts(sums, fleet.former);
  addFleet(families, fleet);
  for (const job of fleet.jobs) {
    sums.add(job);
    if (isPerJob) addJob(families, job, fleet.hasCounters);
    yield;
  }
  addSums(families, sums, fleet.hasCounters);
  return yield* families.texts();
}

/** The series of one label set are added where they are known, and written by metric. */
class Families {
  readonly #server: string;
  readonly #lines = new Map<MetricName, string[]>();

  constructor(server: string) {
    this.#server = server;
  }

  /** Adds a series; without a value there is none. */
  add(name: MetricName, value: number | boolean | undefined, labels: MetricLabels = {}): void {
    if (value === undefined) return;
    const pairs = Object.entries({ server: this.#server, ...labels }).map(
      ([label, text]) => `${label}="${escapeLabel(String(text))}"`,
    );
    pushTo(this.#lines, name, `${prefix}${name}{${pairs.join(',')}} ${numberText(Number(value))}\n`);
  }

  *texts(): Steps<readonly string[]> {
    return yield* mapInSteps([...this.#lines], ([name, lines]) => {
      const type = name.endsWith('_total') ? 'counter' : 'gauge';
      return `# HELP ${prefix}${name} ${metrics[name]}\n# TYPE ${prefix}${name} ${type}\n${lines.join('')}`;
    });
  }
}

type MetricLabels = Readonly<Record<string, string | number | boolean>>;

/** A lone surrogate would make the whole text invalid UTF-8 for the reader. */
function escapeLabel(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return Buffer.from(escaped, 'utf8').toString('utf8');
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : '+'}Inf`;
}

/** All metrics with their help. A counter ends in `_total`. */
const metrics = {
  build_info: 'The version of device-automation; always 1.',
  up: 'Whether the last request to the server succeeded.',
  server_time_offset_seconds:
    "How far the server's clock is ahead of this computer's. All other times are the server's.",
  list_read_timestamp_seconds: 'When the job list was last read completely.',
  store_up: 'Whether what is seen can be stored on disk.',
  looks_total: 'Statuses read since the program started, by result.',
  jobs: 'Jobs on the server.',
  jobs_by_status: 'Jobs by the meaning of the status that was last read.',
  jobs_long:
    'Jobs that have been executing for three times as long as usual, and at least two minutes longer.',
  runs_seen_total: 'Runs that were seen to end since the program started, by result.',
  findings: 'Findings of the fleet check, by rule; a rule that judged nothing has none.',
  planned_runs_total: 'Planned runs since the program started, by what came of them.',
  job_info: 'The name of a job; always 1. Join it by id.',
  job_enabled: 'Whether the job is enabled.',
  job_status: 'The meaning of the status that was last read: 1 for one of the values, 0 for the others.',
  job_status_read_timestamp_seconds: 'When the status was last read.',
  job_last_start_timestamp_seconds: 'When the last run was first seen executing.',
  job_last_end_timestamp_seconds: 'When the last run was first seen to have ended.',
  job_last_success_timestamp_seconds: 'When the last successful run was first seen to have ended.',
  job_last_failure_timestamp_seconds: 'When the last failed run was first seen to have ended.',
  job_last_duration_seconds: 'How long the last run that ended took: the middle of what is possible.',
  job_last_duration_uncertainty_seconds:
    'By how much the last run may have been shorter or longer than that.',
  job_typical_duration_seconds: 'The median of the last 20 successful runs whose duration is known well.',
  job_next_run_timestamp_seconds: 'When the job is planned to run next.',
  job_runs_seen_total: 'Runs of the job that were seen to end since the program started, by result.',
  job_planned_runs_total: 'Planned runs of the job since the program started, by what came of them.',
} as const;

type MetricName = keyof typeof metrics;

function addFleet(families: Families, fleet: FleetMetrics): void {
  families.add('build_info', 1, { version: fleet.version });
  families.add('up', fleet.isUp);
  families.add('server_time_offset_seconds', seconds(fleet.clockOffsetMs));
  families.add('list_read_timestamp_seconds', seconds(fleet.listReadMs));
  families.add('store_up', fleet.isStored);
  for (const { count: found, ...labels } of fleet.findings) families.add('findings', found, labels);
  if (!fleet.hasCounters) return;
  families.add('looks_total', fleet.looks.ok, { result: 'ok' });
  families.add('looks_total', fleet.looks.failed, { result: 'failed' });
}

function addJob(families: Families, job: JobMetrics, hasCounters: boolean): void {
  const { id, status, counts } = job;
  const lastEnd = job.runs.findLast(({ end }) => end.byMs !== undefined);
  const endMs = (kind: StatusKind) =>
    job.runs.findLast(run => run.kind === kind && run.end.byMs !== undefined)?.end.byMs;
  families.add('job_info', 1, { id, job_name: job.name });
  families.add('job_enabled', job.isEnabled, { id });
  if (status !== undefined)
    for (const kind of statusKinds) families.add('job_status', status.kind === kind, { id, status: kind });
  families.add('job_status_read_timestamp_seconds', seconds(status?.readMs), { id });
  families.add('job_last_start_timestamp_seconds', seconds(job.runs.at(-1)?.start.byMs), { id });
  families.add('job_last_end_timestamp_seconds', seconds(lastEnd?.end.byMs), { id });
  families.add('job_last_success_timestamp_seconds', seconds(endMs('succeeded')), { id });
  families.add('job_last_failure_timestamp_seconds', seconds(endMs('failed')), { id });
  const { minMs, maxMs } = lastEnd === undefined ? { minMs: 0, maxMs: undefined } : durationOf(lastEnd);
  if (maxMs !== undefined) {
    families.add('job_last_duration_seconds', seconds((minMs + maxMs) / 2), { id });
    families.add('job_last_duration_uncertainty_seconds', seconds((maxMs - minMs) / 2), { id });
  }
  families.add('job_typical_duration_seconds', seconds(job.typicalMs), { id });
  families.add('job_next_run_timestamp_seconds', seconds(job.nextRunMs), { id });
  if (!hasCounters) return;
  for (const [result, count] of counts.results) families.add('job_runs_seen_total', count, { id, result });
  for (const [verdict, count] of withZeros(counts.verdicts, marked))
    families.add('job_planned_runs_total', count, { id, verdict });
}

/** What is summed over all jobs. */
class FleetSums {
  readonly enabled = new Map<boolean, number>([
    [true, 0],
    [false, 0],
  ]);
  readonly statuses = new Map<StatusKind, number>();
  readonly results = new Map<RunResult, number>();
  readonly verdicts = new Map<VerdictKind, number>();
  long = 0;

  add(job: JobMetrics): void {
    count(this.enabled, job.isEnabled);
    if (job.status !== undefined) count(this.statuses, job.status.kind);
    addCounts(this, job.counts);
    if (isLong(job)) this.long++;
  }
}

/** Whether it has been executing for three times as long as usual, and so much longer that this is not chance. */
function isLong({ runs, status, typicalMs }: JobMetrics): boolean {
  const run = runs.at(-1);
  if (run?.state !== 'executing' || status === undefined || typicalMs === undefined) return false;
  const executingMs = status.readMs - run.start.byMs;
  return executingMs >= 3 * typicalMs && executingMs >= typicalMs + 120_000;
}

function addSums(families: Families, sums: FleetSums, hasCounters: boolean): void {
  for (const [enabled, number] of sums.enabled) families.add('jobs', number, { enabled });
  for (const [status, number] of withZeros(sums.statuses, statusKinds))
    families.add('jobs_by_status', number, { status });
  families.add('jobs_long', sums.long);
  if (!hasCounters) return;
  for (const [result, number] of withZeros(sums.results, ended))
    families.add('runs_seen_total', number, { result });
  for (const [verdict, number] of withZeros(sums.verdicts, marked))
    families.add('planned_runs_total', number, { verdict });
}

/** Series that begin at 0, because a series that begins at 1 has not increased. */
function withZeros<K>(counts: ReadonlyMap<K, number>, keys: readonly K[]): ReadonlyMap<K, number> {
  return new Map([...keys.map(key => [key, 0] as const), ...counts]);
}

export function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

export function addCounts(to: MutableCounts, { results, verdicts }: RunCounts): void {
  for (const [result, by] of results) count(to.results, result, by);
  for (const [verdict, by] of verdicts) count(to.verdicts, verdict, by);
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms) / 1_000;
}
