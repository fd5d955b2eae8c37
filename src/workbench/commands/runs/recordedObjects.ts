import { ifFound } from '../../../api/errors/apiError.ts';
import { onlyFields } from '../../../api/model/draft.ts';
import { type Group, GroupSchema, groupKey } from '../../../api/model/group.ts';
import { identifyingFields } from '../../../api/model/identity.ts';
import { type Job, JobSchema } from '../../../api/model/job.ts';
import { normalizeBaseUrl, type ServerConfig } from '../../../api/model/server.ts';
import { type RunItem, type RunRecord, shortMarks } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { t } from '../../platform/localize.ts';
import { groupTitle, jobName } from '../../platform/objectNames.ts';
import type { Uses } from '../commandContext.ts';

/** A job as recorded in the journal, with the fields that distinguish it from a later job with the same ID. */
export function jobItem({ id, extra, ...fields }: Job): RunItem {
  const name = jobName({ id, extra, ...fields });
  return { name, id, marks: shortMarks({ ...extra, ...fields }, identifyingFields.job) };
}

/** A group as recorded in the journal. */
export function groupItem(group: Group, id: number): RunItem {
  const { extra, ...fields } = group;
  const marks = shortMarks({ ...extra, ...fields }, [...identifyingFields.group, 'server_set']);
  return { name: groupTitle(group), id, key: groupKey(group), marks };
}

/**
 * The session of the run's server, which the command line calls by another ID; `moved` if the server has another URL
 * now, where the IDs mean other objects.
 */
export function sessionOf(
  { sessions, servers }: Uses<'sessions' | 'servers'>,
  { server }: Pick<RunRecord, 'server'>,
): ServerSession | 'moved' | undefined {
  const isSame = ({ url }: Pick<ServerConfig, 'url'>) => placeOf(url) === placeOf(server.url);
  const session = sessions.get(server.id);
  if (session !== undefined && isSame(session.server)) return session;
  return sessions.get(servers.servers.find(isSame)?.id ?? '') ?? (session && 'moved');
}

function placeOf(url: string): string {
  const base = normalizeBaseUrl(url);
  return base.kind === 'ok' ? base.url : url;
}

export function movedText({ server: { url } }: Pick<RunRecord, 'server'>): string {
  return t('The URL of the server has changed since (it was {url}), so this cannot be resumed.', { url });
}

/** An object of a recorded item: as it was seen then, which writes compare with it, and as it is on the server. */
export interface Recorded<I extends RunItem, T> {
  readonly item: I;
  readonly seen: T;
  readonly now: T;
}

/** The jobs of the items that still exist on the server; reads each again. */
export async function findRecordedJobs<I extends RunItem>(
  session: ServerSession,
  items: readonly I[],
): Promise<readonly Recorded<I, Job>[]> {
  const found = await Promise.all(
    items.map(async item => {
      const now = item.id === undefined ? undefined : await findJob(session, item.id);
      const seen = now && seenAs(item, now);
      return now === undefined || seen === undefined ? [] : [{ item, seen, now }];
    }),
  );
  return found.flat();
}

/** The current job on the server; `undefined` if it was deleted. */
export function findJob(session: ServerSession, id: number): Promise<Job | undefined> {
  return ifFound(session.jobs.read(id));
}

/** The job as it was recorded. Earlier versions recorded fewer fields: the others are taken to be the same. */
function seenAs({ name, marks = {} }: RunItem, now: Job): Job | undefined {
  const { extra, ...fields } = now;
  const known = name === jobName(now) ? now.name : name;
  const recorded = onlyFields(marks, identifyingFields.job);
  return JobSchema.safeParse({ ...extra, ...fields, name: known, ...recorded }).data;
}

/** The groups of the items that are still on the server; reads the list again. */
export async function findRecordedGroups<I extends RunItem>(
  session: ServerSession,
  items: readonly I[],
): Promise<readonly Recorded<I, Group>[]> {
  if (items.length === 0) return [];
  await session.groups.refresh();
  return items.flatMap(item => {
    const now = session.groups.entries.find(({ group }) => groupKey(group) === item.key)?.group;
    if (now === undefined) return [];
    const { extra, ...fields } = now;
    const recorded = onlyFields(item.marks ?? {}, ['server_set']);
    const seen = GroupSchema.safeParse({ ...extra, ...fields, ...recorded }).data;
    return seen === undefined ? [] : [{ item, seen, now }];
  });
}
