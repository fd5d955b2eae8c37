import * as z from 'zod/mini';
import { type Group, groupKey } from '../../api/model/group.ts';
import { identifyJob } from '../../api/model/identity.ts';
import { type Job, toJobDraft } from '../../api/model/job.ts';

/** A pinned job, with what says whether its ID still belongs to it (decision 30). */
const JobPinSchema = z.object({ id: z.int().check(z.minimum(0)), name: z.string(), params: z.string() });
export const JobPinsSchema = z.array(JobPinSchema);
export type JobPin = z.infer<typeof JobPinSchema>;

/** The list that pinned objects are in. */
interface PinnedList {
  readonly isComplete: boolean;
}

/** The IDs of the pinned jobs among those that were read. */
export function findPinnedJobs(
  pins: readonly JobPin[],
  jobs: { get(id: number): Job | undefined },
): ReadonlySet<number> {
  return new Set(pins.filter(pin => isPinOf(pin, jobs.get(pin.id))).map(({ id }) => id));
}

/** The pins with the current names of their jobs, without those whose jobs no longer exist. */
export function renewJobPins(
  pins: readonly JobPin[],
  jobs: PinnedList & { get(id: number): Job | undefined },
): readonly JobPin[] {
  return pins.flatMap(pin => {
    const job = jobs.get(pin.id);
    if (job !== undefined && isPinOf(pin, job)) return [toJobPin(job)];
    return jobs.isComplete ? [] : [pin];
  });
}

/** Pins these jobs or unpins them. */
export function changeJobPins(
  pins: readonly JobPin[],
  jobs: readonly Job[],
  isPinned: boolean,
): readonly JobPin[] {
  const changed = new Set(jobs.map(({ id }) => id));
  return [...pins.filter(({ id }) => !changed.has(id)), ...(isPinned ? jobs.map(toJobPin) : [])];
}

/** The keys of the pinned groups that are left: groups are identified as without IDs, which many servers omit. */
export function renewGroupPins(
  pins: readonly string[],
  { entries, isComplete }: PinnedList & { readonly entries: readonly { readonly group: Group }[] },
): readonly string[] {
  if (!isComplete || pins.length === 0) return pins;
  const keys = new Set(entries.map(({ group }) => groupKey(group)));
  return pins.filter(key => keys.has(key));
}

/** Pins these groups or unpins them. */
export function changeGroupPins(
  pins: readonly string[],
  groups: readonly Group[],
  isPinned: boolean,
): readonly string[] {
  const changed = new Set(groups.map(groupKey));
  return [...pins.filter(key => !changed.has(key)), ...(isPinned ? changed : [])];
}

/** The pins after this window has changed a job, however much of it; `undefined` if they stay as they are. */
export function followJob(pins: readonly JobPin[], before: Job, after: Job): readonly JobPin[] | undefined {
  const own = pins.find(pin => pin.id === before.id && isPinOf(pin, before));
  return own && pins.map(pin => (pin === own ? toJobPin(after) : pin));
}

/** The same for a group, which may have got another name or DN. */
export function followGroup(
  pins: readonly string[],
  before: Group,
  after: Group,
): readonly string[] | undefined {
  const [own, now] = [groupKey(before), groupKey(after)];
  return own === now || !pins.includes(own) ? undefined : pins.map(pin => (pin === own ? now : pin));
}

function toJobPin({ id, name, params }: Job): JobPin {
  return { id, name, params };
}

function isPinOf({ name, params }: JobPin, job: Job | undefined): boolean {
  return job !== undefined && identifyJob({ name, params }, toJobDraft(job)).kind !== 'another';
}
