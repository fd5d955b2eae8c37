import { ifFound } from '../api/errors/apiError.ts';
import { readTypedId } from '../fields/objectFields.ts';
import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import type { Localizer } from '../util/localizer.ts';
import type { CliConnection } from './cliConnection.ts';
import type { CliContext } from './cliContext.ts';

/** The part of the context that all reads use. */
export type ReadContext = Pick<CliContext, 'output' | 'localizer' | 'signal'>;

/** An operand matches nothing on the server, or several objects. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}

/** Never empty. */
export function jobTitle(job: Pick<Job, 'id' | 'name'>, { t }: Localizer): string {
  return job.name.trim() || t('Job #{id}', { id: job.id });
}

/** All jobs in the server's order. */
export async function readJobs(
  { session }: CliConnection,
  { output, localizer, signal }: ReadContext,
): Promise<readonly Job[]> {
  const { jobs } = session;
  const onProgress = () => {
    const counts = { done: jobs.loadedCount, all: jobs.serverTotal ?? '?' };
    output.progress(localizer.t('Reading jobs: {done} of {all}', counts));
  };
  await jobs.refresh({ signal });
  onProgress();
  await jobs.whole(signal, onProgress);
  output.endProgress();
  noteUnreadable(jobs.unreadable.length, { output, localizer });
  return jobs.jobs;
}

/** All groups in the server's order. */
export async function readGroups(
  { session }: CliConnection,
  { output, localizer, signal }: ReadContext,
): Promise<readonly Group[]> {
  output.progress(localizer.t('Reading groups'));
  await session.groups.refresh({ signal });
  output.endProgress();
  noteUnreadable(session.groups.unreadable.length, { output, localizer });
  return session.groups.entries.map(({ group }) => group);
}

function noteUnreadable(
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

/** The jobs that the operands refer to, without duplicates: digits are an ID, anything else is a complete name. */
export async function selectJobs(
  connection: CliConnection,
  operands: readonly string[],
  reading: ReadContext,
): Promise<readonly Job[]> {
  const names = operands.filter(operand => readTypedId(operand) === undefined);
  const listed = names.length === 0 ? [] : await readJobs(connection, reading);
  const found = new Map<number, Job>();
  for (const operand of operands) {
    const id = readTypedId(operand);
    const job =
      id === undefined ? onlyJob(operand, listed, reading.localizer) : await readJob(connection, id, reading);
    found.set(job.id, job);
  }
  return [...found.values()];
}

async function readJob(
  { session }: CliConnection,
  id: number,
  { signal, localizer }: ReadContext,
): Promise<Job> {
  return (await ifFound(session.jobs.read(id, { signal }))) ?? noJob(id, localizer);
}

function noJob(id: number, { t }: Localizer): never {
  throw new SelectionError(t('The server has no job with the ID {id}.', { id }));
}

/** The job in the list that an operand refers to. */
export function pickJob(operand: string, jobs: readonly Job[], localizer: Localizer): Job {
  const id = readTypedId(operand);
  if (id === undefined) return onlyJob(operand, jobs, localizer);
  return jobs.find(each => each.id === id) ?? noJob(id, localizer);
}

function onlyJob(operand: string, jobs: readonly Job[], { t }: Localizer): Job {
  const name = operand.replace(/^name:/, '').trim();
  const found = jobs.filter(job => job.name.trim() === name);
  const [only, ...others] = found;
  if (only === undefined) throw new SelectionError(t('The server has no job named “{name}”.', { name }));
  if (others.length === 0) return only;
  const ids = found.map(({ id }) => id).join(', ');
  throw new SelectionError(t('Several jobs are named “{name}”: IDs {ids}. Pass an ID.', { name, ids }));
}

/** The groups that the operands refer to by `dn`, name, or an ID from the server. */
export async function selectGroups(
  connection: CliConnection,
  operands: readonly string[],
  reading: ReadContext,
): Promise<readonly Group[]> {
  const listed = await readGroups(connection, reading);
  return [...new Set(operands.map(operand => pickGroup(operand, listed, reading.localizer)))];
}

/** The group in the list that an operand refers to. */
export function pickGroup(operand: string, groups: readonly Group[], { t }: Localizer): Group {
  const id = readTypedId(operand);
  const name = operand.replace(/^name:/, '').trim();
  const found = [
    groups.filter(group => group.dn.trim() === name),
    groups.filter(group => id !== undefined && group.id === id),
    groups.filter(group => group.name.trim() === name),
  ].find(matching => matching.length > 0);
  const [only, ...others] = found ?? [];
  if (only === undefined)
    throw new SelectionError(t('The server has no group with the name or DN “{name}”.', { name }));
  if (others.length === 0) return only;
  throw new SelectionError(t('Several groups are named “{name}”. Pass the DN of one.', { name }));
}
