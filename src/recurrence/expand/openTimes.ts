import type { Dialect } from '../text/dialect.ts';
import { isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';

/**
 * What a text leaves to the server: from when its rules count (`start`), or in which zone its times are read
 * (`zone`). Nothing of that kind is known for times in UTC.
 */
export type OpenTimes = 'none' | 'zone' | 'start';

export function openTimes(set: RecurrenceSet, dialect: Dialect): OpenTimes {
  if (isEmptySet(set)) return 'none';
  if (set.start === undefined && set.rules.length > 0) return 'start';
  const values = [...(set.start ? [set.start] : []), ...set.dates];
  const isOpen = values.some(
    ({ form, tzid }) =>
      form === 'date' || (form === 'floating' && (tzid === undefined || dialect === 'django')),
  );
  return isOpen ? 'zone' : 'none';
}
