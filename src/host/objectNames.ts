import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import { displayText } from '../util/displayText.ts';
import { localizer } from './localize.ts';

/** Never empty, so that there is something to see, to click and to name. */
export function jobName(job: Job): string {
  return displayText(job.name) || localizer.t('Job {id} (no name)', { id: job.id });
}

export function groupTitle(group: Group): string {
  return displayText(group.name) || displayText(group.dn) || localizer.t('Group without a name');
}
