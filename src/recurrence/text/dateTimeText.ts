import { type ContentProperty, parameterOf } from './contentLine.ts';
import { type DateTimeValue, type Dialect, parseDateTime } from './dateTimeValue.ts';
import type { ProblemList } from './recurrenceProblem.ts';
import { findTimeZone } from './timeZone.ts';

/** The dates or times of DTSTART, DTEND, RDATE and EXDATE; invalid ones are reported and left out. */
export function readDateTimes(
  property: ContentProperty,
  dialect: Dialect,
  problems: ProblemList,
): DateTimeValue[] {
  const type = readValueType(property, problems);
  if (!type) return [];
  const zone = parameterOf(property, 'TZID');
  if (zone && !findTimeZone(zone.value)) {
    // Django ignores TZID, so an invalid one does no harm.
    problems[dialect === 'rfc' ? 'error' : 'warning']('zoneUnknown', 'TZID', zone.range);
  }
  if (type === 'DATE' && zone) problems.error('zoneBesideDate', 'TZID', zone.range);
  const values: DateTimeValue[] = [];
  for (const item of property.value.split(',')) {
    // Only the start of a period is an occurrence.
    const text = type === 'PERIOD' ? (item.text.split('/', 1)[0] ?? '') : item.text;
    const value = parseDateTime(text, zone?.value);
    if (value && fitsType(value, type)) {
      values.push(value);
    } else {
      const code = item.text === '' ? 'dateTimeMissing' : 'dateTimeInvalid';
      problems.error(code, property.name, item.range);
    }
  }
  if (zone && values.some(value => value.form === 'utc')) {
    problems.warning('zoneBesideUtc', 'TZID', zone.range);
  }
  if (!parameterOf(property, 'VALUE') && values.some(value => value.form === 'date')) {
    problems.warning('dateNeedsValue', property.name, property.value.range);
  }
  return values;
}

type ValueType = 'DATE' | 'DATE-TIME' | 'PERIOD' | 'unstated';

function readValueType(property: ContentProperty, problems: ProblemList): ValueType | undefined {
  const parameter = parameterOf(property, 'VALUE');
  const type = parameter?.value.toUpperCase();
  if (!parameter || type === undefined) return 'unstated';
  if (type === 'DATE' || type === 'DATE-TIME' || (type === 'PERIOD' && property.name === 'RDATE')) {
    return type;
  }
  problems.error('valueTypeUnknown', 'VALUE', parameter.range);
  return undefined;
}

function fitsType(value: DateTimeValue, type: ValueType): boolean {
  return type === 'unstated' || (value.form === 'date') === (type === 'DATE');
}
