import type { Group } from '../model/group.ts';
import type { Job } from '../model/job.ts';
import { displayText } from '../util/displayText.ts';
import { localizer, plural, t } from './localize.ts';

/** Never empty, so that there is always something to click. */
export function jobName(job: Job): string {
  return displayText(job.name) || t('Job #{id}', { id: job.id });
}

export function groupTitle(group: Group): string {
  return displayText(group.name) || displayText(group.dn) || t('Group without a name');
}

/** "A, B and 3 more", for prompts and reports. */
export function namesOf<T>(items: readonly T[], nameOf: (item: T) => string, atMost = 5): string {
  const names = items.slice(0, atMost).map(item => t('“{name}”', { name: displayText(nameOf(item), 80) }));
  const hidden = items.length - names.length;
  const more = hidden > 0 ? [plural('{count} more|{count} more', hidden)] : [];
  return new Intl.ListFormat(localizer.language, { type: 'conjunction' }).format([...names, ...more]);
}
