import { type Group, otherwiseGroupFields, toGroupDraft } from '../api/model/group.ts';
import { identifyGroup, identifyJob } from '../api/model/identity.ts';
import { type Job, otherwiseJobFields, toJobDraft } from '../api/model/job.ts';
import type { ObjectAccess, Seen, SingleWrite } from '../api/writes/objectWrites.ts';
import { ServerWrites, type ServerWritesOptions } from '../api/writes/serverWrites.ts';
import type { Guard } from '../api/writes/writeResult.ts';
import type { GroupStore } from './groups/groupStore.ts';
import type { JobStore } from './jobs/jobStore.ts';

/** A write that its caller does not record as a run, with the ID of its object if that is known. */
export type UnrecordedWrite =
  | ({ readonly kind: 'job'; readonly id: number } & SingleWrite<Job>)
  | ({ readonly kind: 'group'; readonly id: number | undefined } & SingleWrite<Group>);

/** An object that this program has changed, as it was before and as the server stored it. */
export type SavedObject =
  | { readonly kind: 'job'; readonly before: Job; readonly after: Job }
  | { readonly kind: 'group'; readonly before: Group; readonly after: Group };

interface WritesOptions {
  readonly client: ServerWritesOptions['client'];
  readonly jobs: JobStore;
  readonly groups: GroupStore;
  /** What forbids writing to the server at this moment; by default nothing. */
  readonly guard?: (() => Guard | undefined) | undefined;
  readonly onSaved?: (saved: SavedObject) => void;
  /** Called with each write that its caller does not record as a run. */
  readonly onSingleWrite?: ((write: UnrecordedWrite) => void) | undefined;
}

/** The writes of a server, whose results the stores have before they resolve. */
export function createWrites({ client, jobs, groups, guard, onSaved, onSingleWrite }: WritesOptions) {
  return new ServerWrites({
    client,
    jobs: {
      ...jobAccess(jobs, (before, after) => onSaved?.({ kind: 'job', before, after })),
      wrote: write => onSingleWrite?.({ kind: 'job', id: write.object?.id ?? write.seen.id, ...write }),
    },
    groups: {
      ...groupAccess(groups, (before, after) => onSaved?.({ kind: 'group', before, after })),
      wrote: write => {
        const { object, seen, does } = write;
        const id = object === undefined ? undefined : groups.identity.known(object);
        onSingleWrite?.({ kind: 'group', id: does === 'create' ? id : seen.id, ...write });
      },
    },
    guard: guard ?? (() => undefined),
  });
}

type OnSaved<T> = (before: T, after: T) => void;

/** How writes read and store jobs. */
function jobAccess(jobs: JobStore, onSaved: OnSaved<Job>): ObjectAccess<Job> {
  return {
    read: id => jobs.read(id),
    toDraft: toJobDraft,
    identify: (seen, now) => identifyJob(seen, toJobDraft(now)),
    hasId: () => true,
    refuted: () => undefined,
    otherwise: otherwiseJobFields,
    created: async job => jobs.created(job),
    changed: (id, job) => {
      const before = jobs.get(id);
      if (before !== undefined) onSaved(before, job);
      return jobs.upsert(job);
    },
    deleted: id => jobs.forget(id),
  };
}

/** How writes read and store groups. */
function groupAccess(groups: GroupStore, onSaved: OnSaved<Group>): ObjectAccess<Group> {
  return {
    read: (id, isExpected) => groups.read(id, { isExpected }),
    toDraft: toGroupDraft,
    identify: (seen, now) => identifyGroup(seen, toGroupDraft(now)),
    hasId: ({ id }) => id !== undefined,
    refuted: ({ id, draft }) => {
      const { name, dn } = draft;
      if (typeof name === 'string' && typeof dn === 'string') groups.identity.refute({ name, dn }, id);
    },
    otherwise: otherwiseGroupFields,
    created: group => groups.created(group),
    changed: (id, group) => {
      const before = groups.byId(id);
      if (before !== undefined) onSaved(before, group);
      return groups.changed(id, group);
    },
    deleted: id => groups.deleted(id),
  };
}

/** A job as the user saw it. */
export function seenJob(job: Job): Seen {
  return { id: job.id, draft: toJobDraft(job) };
}

/** A group as the user saw it, with the ID that its response may lack. */
export function seenGroup(group: Group, id: number): Seen {
  return { id, draft: toGroupDraft(group) };
}
