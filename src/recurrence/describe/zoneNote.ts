import type { Localizer } from '../../util/localizer.ts';
import type { Dialect } from '../text/dialect.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';

/** A sentence about times that the text leaves open; `undefined` when none are open. */
export function zoneNote(set: RecurrenceSet, dialect: Dialect, localizer: Localizer): string | undefined {
  const { start, rules, dates } = set;
  if (!start && rules.length > 0) {
    return localizer.t(
      'The schedule has no start, so its days and times may count from the moment the server reads it.',
    );
  }
  const values = [...(start ? [start] : []), ...dates];
  if (values.some(value => value.form === 'date')) {
    return localizer.t("Dates without a time begin at midnight in the server's own time zone.");
  }
  const floating = values.filter(value => value.form === 'floating');
  if (floating.some(value => value.tzid === undefined)) {
    return localizer.t('The schedule has no time zone: the server interprets these times in its own.');
  }
  const ignored = dialect === 'django' ? floating[0]?.tzid : undefined;
  return ignored === undefined
    ? undefined
    : localizer.t(
        'The server most likely ignores the time zone {zone} and interprets these times in its own.',
        { zone: ignored },
      );
}
