import type { ObjectKind } from '../fields/objectFields.ts';
import type { Device } from '../model/device.ts';
import type { Draft } from '../model/draft.ts';
import type { DraftReading } from '../model/draftProblem.ts';
import { emptyGroupDraft, type Group, type GroupDraft, groupKey, toGroupDraft } from '../model/group.ts';
import { readGroupDraft } from '../model/groupDraft.ts';
import { emptyJobDraft, type JobDraft, toJobDraft } from '../model/job.ts';
import { readJobDraft, toJobCreate } from '../model/jobDraft.ts';
import { toTextKeys } from '../model/textKeys.ts';
import { localizer } from '../platform/localize.ts';
import { GroupMismatchError, type NamedGroup } from '../store/groups/groupMismatchError.ts';
import type { ServerSession } from '../store/serverSession.ts';

/** The created object; without an ID for a group of a server that returns none. */
interface Created {
  readonly id: number | undefined;
  readonly name: string;
  /** The object as stored, which may differ from what was sent. */
  readonly stored: Draft;
}

/** An object as read from the server. */
interface Fetched {
  readonly draft: Draft;
  /** The devices as the response describes them; the draft omits those without a name. */
  readonly devices: readonly Device[];
}

/** The operations that differ between documents of jobs and of groups. */
export interface ObjectOperations {
  readonly empty: Draft;
  /**
   * Reads the object from the server. `base` is what an open document is based on: if the server returns no IDs, it
   * verifies that the ID still refers to the same object.
   */
  fetch(session: ServerSession, id: number, base?: Draft): Promise<Fetched>;
  /** The object in the store, without a request. */
  storedDraft(session: ServerSession, id: number): Draft | undefined;
  /** The ID of this stored object in the store, if already known. */
  idOf(session: ServerSession, stored: Draft): number | undefined;
  check(value: unknown, isNew: boolean): DraftReading<Draft>;
  create(session: ServerSession, draft: Draft): Promise<Created>;
  /** PATCH; resolves with what the server stored. */
  update(session: ServerSession, id: number, patch: Draft): Promise<Draft>;
  /** PUT; resolves with what the server stored. Sends nothing if `check` throws for the object's state just before. */
  replace(session: ServerSession, id: number, draft: Draft, check: (now: Draft) => void): Promise<Draft>;
}

const job: ObjectOperations = {
  empty: emptyJobDraft,
  async fetch(session, id) {
    const found = await session.jobs.read(id);
    return { draft: toJobDraft(found), devices: found.peers };
  },
  storedDraft(session, id) {
    const found = session.jobs.get(id);
    return found === undefined ? undefined : toJobDraft(found);
  },
  // A job always has its ID.
  idOf: () => undefined,
  check: (value, isNew) => readJobDraft(value, isNew, localizer),
  create: async (session, draft) => {
    const created = await session.jobs.create(toJobCreate(draft satisfies JobDraft));
    return { id: created.id, name: created.name, stored: toJobDraft(created) };
  },
  update: async (session, id, patch) => toJobDraft(await session.jobs.update(id, patch)),
  replace: async (session, id, draft, check) =>
    toJobDraft(await session.jobs.replace(id, draft, { check: now => check(toJobDraft(now)) })),
};

const group: ObjectOperations = {
  empty: emptyGroupDraft,
  async fetch(session, id, base) {
    const found = await fetchGroup(session, id, base);
    return { draft: toGroupDraft(found), devices: found.server_set };
  },
  storedDraft(session, id) {
    const found = session.groups.byId(id);
    return found === undefined ? undefined : toGroupDraft(found);
  },
  idOf(session, stored) {
    const found = session.groups.entry(groupKey(nameOf(stored)))?.group;
    return found === undefined ? undefined : session.groups.identity.known(found);
  },
  check: value => readGroupDraft(value, localizer),
  create: async (session, draft) => {
    const created = await session.groups.create(draft satisfies GroupDraft);
    return { id: session.groups.identity.known(created), name: created.name, stored: toGroupDraft(created) };
  },
  update: async (session, id, patch) => toGroupDraft(await session.groups.update(id, patch)),
  replace: async (session, id, draft, check) =>
    toGroupDraft(await session.groups.replace(id, draft, { check: now => check(toGroupDraft(now)) })),
};

/**
 * Reads a group by an ID that its response may not contain. The ID is only trusted as long as it leads to the group
 * that the user saw, in the document or else in the list (decision 12).
 */
async function fetchGroup(session: ServerSession, id: number, base: Draft | undefined): Promise<Group> {
  const seen = base === undefined ? session.groups.byId(id) : nameOf(base);
  const found = await session.groups.read(id);
  if (seen !== undefined && found.id === undefined && groupKey(seen) !== groupKey(found)) {
    throw new GroupMismatchError(seen, found);
  }
  return found;
}

function nameOf(base: Draft): NamedGroup {
  const { name, dn } = base;
  return { name: typeof name === 'string' ? name : '', dn: typeof dn === 'string' ? dn : '' };
}

export const objectKinds: Readonly<Record<ObjectKind, ObjectOperations>> = { job, group };

export function draftText(draft: Draft): string {
  return `${JSON.stringify(toTextKeys(draft), undefined, 2)}\n`;
}
