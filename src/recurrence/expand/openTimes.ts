import type { Dialect } from '../text/dialect.ts';
import { isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';

/**
 * What a text leaves to the server: the start of its rules (`start`) or the zone of its times (`zone`). Times in UTC
 * leave nothing open.
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
