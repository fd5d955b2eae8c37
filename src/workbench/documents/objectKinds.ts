import type { ObjectKind } from '../../api/fields/objectFields.ts';
import type { Device } from '../../api/model/device.ts';
import type { Draft } from '../../api/model/draft.ts';
import { type DraftReading, readGroupDraft, readJobDraft, toJobCreate } from '../../api/model/drafts.ts';
import { emptyGroupDraft, type Group, groupKey, toGroupDraft } from '../../api/model/group.ts';
import { identifyGroup } from '../../api/model/identity.ts';
import { emptyJobDraft, toJobDraft } from '../../api/model/job.ts';
import { toTextKeys } from '../../api/model/textKeys.ts';
import type { Decision } from '../../api/writes/objectWrites.ts';
import { unlessRefused } from '../../api/writes/writeResult.ts';
import { stringOf } from '../../base/json.ts';
import { GroupMismatchError, type NamedGroup } from '../../store/groups/groupMismatchError.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { localizer } from '../platform/localize.ts';

/** The created object; without an ID for a group of a server that returns none. */
interface Created {
  readonly id: number | undefined;
  readonly name: string;
  /** The object as stored, which may differ from what was sent. */
  readonly stored: Draft;
}

/** An object as read from the server. */
export interface Fetched {
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
  /**
   * PATCH of what `decide` returns; resolves with what the server stores. `base` is as for `fetch`. Whether the ID
   * belongs to another object is decided with the other conflicts, because the user may save all the same.
   */
  update(session: ServerSession, { id, base }: EditedObject, decide: DecideSave): Promise<Draft>;
  /** PUT, unless the object differs from `seen`; resolves with what the server stores. */
  replace(session: ServerSession, id: number, seen: Draft, draft: Draft): Promise<Draft>;
}

interface EditedObject {
  readonly id: number;
  readonly base: Draft | undefined;
}

type DecideSave = (now: Fetched, requestedMs: number) => Promise<Decision>;

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
    const { object: created } = unlessRefused(await session.writes.jobs.create(toJobCreate(draft)));
    return { id: created.id, name: created.name, stored: toJobDraft(created) };
  },
  async update(session, { id }, decide) {
    const result = await session.writes.jobs.change({ id, draft: {}, isIdProof: true }, (now, requestedMs) =>
      decide({ draft: toJobDraft(now), devices: now.peers }, requestedMs),
    );
    return toJobDraft(unlessRefused(result).object);
  },
  replace: async (session, id, seen, draft) =>
    toJobDraft(unlessRefused(await session.writes.jobs.replace({ id, draft: seen }, draft)).object),
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
    const { object: created } = unlessRefused(await session.writes.groups.create(draft));
    return { id: session.groups.identity.known(created), name: created.name, stored: toGroupDraft(created) };
  },
  async update(session, { id, base }, decide) {
    const seen = seenName(session, id, base);
    const result = await session.writes.groups.change(
      { id, draft: seen, isIdProof: true },
      (now, requestedMs) => decide({ draft: toGroupDraft(now), devices: now.server_set }, requestedMs),
    );
    return toGroupDraft(unlessRefused(result).object);
  },
  replace: async (session, id, seen, draft) =>
    toGroupDraft(unlessRefused(await session.writes.groups.replace({ id, draft: seen }, draft)).object),
};

/**
 * Reads a group by an ID that its response may not contain. The ID is only trusted as long as it leads to the group
 * that the user saw, in the document or else in the list (decision 12).
 */
async function fetchGroup(session: ServerSession, id: number, base: Draft | undefined): Promise<Group> {
  const seen = seenName(session, id, base);
  const isExpected = (now: Group) =>
    now.id !== undefined || identifyGroup(seen, toGroupDraft(now)).kind !== 'another';
  const found = await session.groups.read(id, { isExpected });
  if (isExpected(found)) return found;
  throw new GroupMismatchError(nameOf(seen), found);
}

/** The name and `dn` of the group that the user saw; empty if it was never read. */
function seenName({ groups }: ServerSession, id: number, base: Draft | undefined): Draft {
  const seen = base === undefined ? groups.byId(id) : nameOf(base);
  return seen === undefined ? {} : { name: seen.name, dn: seen.dn };
}

function nameOf(base: Draft): NamedGroup {
  return { name: stringOf(base['name']), dn: stringOf(base['dn']) };
}

export const objectKinds: Readonly<Record<ObjectKind, ObjectOperations>> = { job, group };

export function draftText(draft: Draft): string {
  return `${JSON.stringify(toTextKeys(draft), undefined, 2)}\n`;
}
