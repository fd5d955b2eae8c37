import { ifFound } from '../api/errors/apiError.ts';
import { unreadableText } from '../api/errors/errorText.ts';
import { type ObjectKind, readTypedId } from '../api/fields/objectFields.ts';
import { sameDn } from '../api/model/distinguishedName.ts';
import type { Group } from '../api/model/group.ts';
import type { Job } from '../api/model/job.ts';
import type { StatusKind } from '../api/model/jobStatus.ts';
import type { CallOptions } from '../api/transport/requester.ts';
import type { Localizer } from '../base/localizer.ts';
import type { JobStore } from '../store/jobs/jobStore.ts';
import { type ListName, lackText, throwIfLacking } from '../store/reading/incompleteList.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { KnownStatus } from '../store/statuses/statusCache.ts';
import { sweepStatuses } from '../store/statuses/statusSweep.ts';
import type { CliContext, ExitCode } from './cliContext.ts';
import { SelectionError } from './optionTable.ts';
import type { Cell, Color } from './terminal/textTable.ts';

/** The part of the context that all reads use. */
export type ReadContext = Pick<CliContext, 'output' | 'localizer' | 'signal'>;

/** Never empty. */
export function jobTitle(job: Pick<Job, 'id' | 'name'>, { t }: Localizer): string {
  return job.name.trim() || t('Job #{id}', { id: job.id });
}

/** All jobs in the server's order. Notes if some may be missing; a command that needs all of them then rejects. */
export async function readJobs({ jobs }: ServerSession, context: ReadContext): Promise<readonly Job[]> {
  const { signal } = context;
  const onProgress = () => showJobProgress(jobs.loadedCount, jobs.serverTotal, context);
  await jobs.refresh({ signal });
  onProgress();
  await jobs.whole(signal, onProgress);
  context.output.endProgress();
  noteUnread('jobs', jobs, context);
  return jobs.jobs;
}

export function showJobProgress(
  done: number,
  all: number | undefined,
  { output, localizer }: ReadContext,
): void {
  output.progress(localizer.t('Reading jobs: {done} of {all}', { done, all: all ?? '?' }));
}

/** All groups in the server's order. */
export async function readGroups({ groups }: ServerSession, context: ReadContext): Promise<readonly Group[]> {
  const { output, localizer, signal } = context;
  output.progress(localizer.t('Reading groups'));
  await groups.refresh({ signal });
  output.endProgress();
  noteUnread('groups', groups, context);
  return groups.entries.map(({ group }) => group);
}

/** Throws `IncompleteListError` if objects may be missing from a list that was read. */
export function requireWhole(session: ServerSession, ...lists: readonly ListName[]): void {
  for (const list of lists) throwIfLacking(list, session[list].coverage);
}

/** The exit code of a command that prints what it can read. `unread`: statuses that a filter needs and that are missing. */
export function readExitCode({ jobs, groups }: ServerSession, unread = 0): ExitCode {
  return jobs.lack === undefined && groups.lack === undefined && unread === 0 ? 0 : 1;
}

function noteUnread(
  name: ListName,
  { coverage, unreadable }: Pick<JobStore, 'coverage' | 'unreadable'>,
  context: ReadContext,
): void {
  const lack = lackText(name, coverage, context.localizer);
  if (lack !== undefined) context.output.note(lack);
  noteUnreadable(unreadable.length, context);
  for (const row of unreadable.slice(0, mostNamed))
    if (row.more === undefined) context.output.note(`  ${unreadableText(row, context.localizer)}`);
}

const mostNamed = 5;

export function noteUnreadable(
  count: number,
  { output, localizer }: Pick<ReadContext, 'output' | 'localizer'>,
): void {
  if (count === 0) return;
  output.note(
    localizer.plural(
      '{count} entry in the list cannot be read and is skipped.|{count} entries in the list cannot be read and are skipped.',
      count,
    ),
  );
}

/**
 * The kind of objects and the names in operands such as `job 12`, `jobs 12 13` or `job/12`; `undefined` without a kind.
 */
export function kindAndNames(
  operands: readonly string[],
): { readonly kind: ObjectKind; readonly names: readonly string[] } | undefined {
  const [first = '', ...names] = operands;
  const [, kind, inline] = /^(job|group)(?:s?$|(\/))/.exec(first) ?? [];
  if (kind !== 'job' && kind !== 'group') return undefined;
  return { kind, names: inline === undefined ? names : operands };
}

/** The jobs that the operands refer to, without duplicates: digits are an ID, anything else is a complete name. */
export async function selectJobs(
  session: ServerSession,
  names: readonly string[],
  context: ReadContext,
): Promise<readonly Job[]> {
  const { signal, localizer } = context;
  const operands = names.map(name => name.replace(/^job\//, ''));
  const needsList = operands.some(operand => readTypedId(operand) === undefined);
  const listed = needsList ? await readJobs(session, context) : [];
  if (needsList) requireWhole(session, 'jobs');
  const found = new Map<number, Job>();
  for (const operand of operands) {
    const id = readTypedId(operand);
    const read = id === undefined ? undefined : await ifFound(session.jobs.read(id, { signal }));
    const jobs = id === undefined ? listed : read === undefined ? [] : [read];
    const job = findNamedJob(operand, jobs, localizer);
    found.set(job.id, job);
  }
  return [...found.values()];
}

/** The job in the list that an operand refers to. */
export function findNamedJob(operand: string, jobs: readonly Job[], { t }: Localizer): Job {
  const id = readTypedId(operand);
  const name = operandName(operand);
  const found = jobs.filter(job => (id === undefined ? job.name.trim() === name : job.id === id));
  const [only, ...others] = found;
  if (only === undefined)
    throw new SelectionError(
      id === undefined
        ? t('The server has no job named “{name}”.', { name })
        : t('The server has no job with the ID {id}.', { id }),
    );
  if (others.length === 0) return only;
  const ids = found.map(job => job.id).join(', ');
  throw new SelectionError(t('Several jobs are named “{name}”: IDs {ids}. Pass an ID.', { name, ids }));
}

/** The groups that the operands refer to by `dn`, name, or an ID from the server. */
export async function selectGroups(
  session: ServerSession,
  names: readonly string[],
  context: ReadContext,
): Promise<readonly Group[]> {
  const operands = names.map(name => name.replace(/^group\//, ''));
  const listed = await readGroups(session, context);
  requireWhole(session, 'groups');
  return [...new Set(operands.map(operand => pickGroup(operand, listed, context.localizer)))];
}

/** The group in the list that an operand refers to. */
export function pickGroup(operand: string, groups: readonly Group[], { t }: Localizer): Group {
  const id = readTypedId(operand);
  const name = operandName(operand);
  const found = [
    groups.filter(group => sameDn(group.dn, name)),
    groups.filter(group => id !== undefined && group.id === id),
    groups.filter(group => group.name.trim() === name),
  ].find(matching => matching.length > 0);
  const [only, ...others] = found ?? [];
  if (only === undefined)
    throw new SelectionError(t('The server has no group with the name or DN “{name}”.', { name }));
  if (others.length === 0) return only;
  throw new SelectionError(t('Several groups are named “{name}”. Pass the DN of one.', { name }));
}

function operandName(operand: string): string {
  return operand.replace(/^name:/, '').trim();
}

/**
 * Reads each job's status once, several in parallel; what cannot be read is added to `failures`, by ID. Rejects if the
 * server becomes unavailable or the command is interrupted; the statuses that were read are known then, too.
 */
export async function readStatuses(
  { statuses }: ServerSession,
  jobs: readonly Job[],
  { output, localizer, signal }: ReadContext,
  failures = new Map<number, unknown>(),
): Promise<ReadonlyMap<number, unknown>> {
  const read = (id: number, call?: CallOptions) =>
    statuses.read(id, call).catch((error: unknown) => {
      if (!signal.aborted) failures.set(id, error);
      throw error;
    });
  const onProgress = (done: number, all: number) =>
    output.progress(localizer.t('Reading statuses: {done} of {all}', { done, all }));
  const ids = jobs.map(({ id }) => id);
  try {
    await sweepStatuses({ read }, ids, { signal, onProgress });
  } finally {
    output.endProgress();
  }
  return failures;
}

/** '' if the server did not send the value. */
export function yesNo(value: boolean | undefined, { t }: Localizer): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}

const statusColors: Readonly<Record<StatusKind, Color | undefined>> = {
  failed: 'red',
  running: 'blue',
  queued: 'cyan',
  succeeded: 'green',
  stopped: 'yellow',
  unknown: 'dim',
  idle: undefined,
};

/** The server's own status word. */
export function statusCell(status: KnownStatus | undefined, { t }: Localizer): Cell {
  if (status === undefined) return { text: t('unknown'), color: 'dim' };
  const text = status.word || t('no status');
  const color = statusColors[status.kind];
  return color === undefined ? text : { text, color };
}
