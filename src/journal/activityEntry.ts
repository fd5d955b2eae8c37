import type { RequestInfo } from '../api/errors/apiError.ts';
import type { WriteRecord } from '../api/transport/requestLog.ts';
import { toGroupDraft } from '../model/group.ts';
import { toJobDraft } from '../model/job.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { isRecord, parseJson } from '../util/json.ts';
import type { ActivityEntry } from './activityLog.ts';

/** Describes a write for the activity log, with the previous values of the written fields. */
export function activityEntry(session: ServerSession | undefined, record: WriteRecord): ActivityEntry {
  const { request, outcome, body } = record;
  const after: unknown = body === '' ? undefined : parseJson(body);
  const known = session === undefined ? undefined : findKnownObject(session, request);
  const before = known === undefined ? undefined : fieldsOf(known, after);
  return {
    time: new Date().toISOString(),
    server: session === undefined ? request.origin : `${session.server.name} (${session.server.url})`,
    ...(session === undefined ? {} : { serverId: session.server.id }),
    act: request.operation,
    request: `${request.method} ${request.path}`,
    outcome,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

type Known = Readonly<Record<string, unknown>>;

/** The stores still have the previous values, because they are updated after a write is recorded. */
function findKnownObject(session: ServerSession, { path }: RequestInfo): Known | undefined {
  const [, kind, digits] = /\/(job|group)\/(\d+)\/$/.exec(path) ?? [];
  const id = Number(digits);
  if (kind === 'job') {
    const job = session.jobs.get(id);
    return job === undefined ? undefined : toJobDraft(job);
  }
  if (kind !== 'group') return undefined;
  const entry = session.groups.entries.find(({ group }) => group.id === id);
  return entry === undefined ? undefined : toGroupDraft(entry.group);
}

/** Only the fields that a change sends; the whole object for a delete. */
function fieldsOf(known: Known, after: unknown): Known {
  if (!isRecord(after)) return known;
  return Object.fromEntries(Object.entries(known).filter(([field]) => Object.hasOwn(after, field)));
}
