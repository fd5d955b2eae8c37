import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import { displayText, listNames } from '../util/displayText.ts';
import { localizer, t } from './localize.ts';

/** Never empty, so that there is always something to click. */
export function jobName(job: Job): string {
  return displayText(job.name) || t('Job #{id}', { id: job.id });
}

export function groupTitle(group: Group): string {
  return displayText(group.name) || displayText(group.dn) || t('Group without a name');
}

/** "A, B and 3 more", for prompts and reports. */
export function namesOf<T>(items: readonly T[], nameOf: (item: T) => string, atMost = 5): string {
  return listNames(items, nameOf, atMost, localizer);
}
