import { type Group, toGroupDraft, unmetGroupFields } from '../model/group.ts';
import { identifyGroup, identifyJob } from '../model/identity.ts';
import { type Job, toJobDraft, unmetJobFields } from '../model/job.ts';
import type { ObjectAccess, Seen } from '../writes/objectWrites.ts';
import type { GroupStore } from './groups/groupStore.ts';
import type { JobStore } from './jobs/jobStore.ts';

type OnSaved<T> = (before: T, after: T) => void;

/** How writes read and store jobs. */
export function jobAccess(jobs: JobStore, onSaved: OnSaved<Job> = () => undefined): ObjectAccess<Job> {
  return {
    read: id => jobs.read(id),
    toDraft: toJobDraft,
    identify: (seen, now) => identifyJob(seen, toJobDraft(now)),
    hasId: () => true,
    refuted: () => undefined,
    unmet: unmetJobFields,
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
export function groupAccess(
  groups: GroupStore,
  onSaved: OnSaved<Group> = () => undefined,
): ObjectAccess<Group> {
  return {
    read: (id, isExpected) => groups.read(id, { isExpected }),
    toDraft: toGroupDraft,
    identify: (seen, now) => identifyGroup(seen, toGroupDraft(now)),
    hasId: ({ id }) => id !== undefined,
    refuted: ({ id, draft }) => {
      const { name, dn } = draft;
      if (typeof name === 'string' && typeof dn === 'string') groups.identity.refute({ name, dn }, id);
    },
    unmet: unmetGroupFields,
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
