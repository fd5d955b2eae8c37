import type { Group } from '../../api/model/group.ts';
import type { Job } from '../../api/model/job.ts';
import { displayText, listNames } from '../../base/displayText.ts';
import { localizer, t } from './localize.ts';

/** Never empty, so that there is always something to click. */
export function jobName(job: Job): string {
  return displayText(job.name) || t('Job #{id}', { id: job.id });
}

export function groupTitle(group: Group): string {
  return displayText(group.name) || displayText(group.dn) || t('Group without a name');
}

/** Names jobs like `namesOf`, and those with a namesake among them by their IDs as well. */
export function jobNames(jobs: readonly Job[], atMost?: number): string {
  const counts = new Map<string, number>();
  for (const name of jobs.map(jobName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const nameOf = (job: Job) =>
    counts.get(jobName(job)) === 1 ? jobName(job) : `${jobName(job)} (#${job.id})`;
  return namesOf(jobs, nameOf, atMost);
}

/** "A, B and 3 more", for prompts and reports. */
export function namesOf<T>(items: readonly T[], nameOf: (item: T) => string, atMost = 5): string {
  return listNames(items, nameOf, atMost, localizer);
}
