import type { ContentProperty } from './contentProperty.ts';
import { type DateTimeValue, parseDateTime } from './dateTimeValue.ts';
import type { Dialect } from './dialect.ts';
import type { ProblemList } from './problemList.ts';
import { findTimeZone } from './timeZone.ts';

/** The dates or times of DTSTART, DTEND, RDATE and EXDATE; invalid ones are reported and left out. */
export function readDateTimes(
  property: ContentProperty,
  dialect: Dialect,
  problems: ProblemList,
): DateTimeValue[] {
  const type = readValueType(property, problems);
  if (!type) return [];
  const zone = readZone(property, dialect, problems);
  const zoneParameter = property.parameters.find(({ name }) => name === 'TZID');
  if (type === 'DATE' && zoneParameter) problems.error('zoneBesideDate', 'TZID', zoneParameter.range);
  const values: DateTimeValue[] = [];
  let from = 0;
  for (const item of property.value.text.split(',')) {
    // Only the start of a period is an occurrence.
    const text = type === 'PERIOD' ? (item.split('/', 1)[0] ?? '') : item;
    const value = parseDateTime(text, zone);
    if (value && fitsType(value, type)) {
      values.push(value);
    } else {
      const code = item === '' ? 'dateTimeMissing' : 'dateTimeInvalid';
      problems.error(code, property.name, property.value.slice(from, from + item.length).range);
    }
    from += item.length + 1;
  }
  reportForms(property, values, problems);
  return values;
}

type ValueType = 'DATE' | 'DATE-TIME' | 'PERIOD' | 'unstated';

function readValueType(property: ContentProperty, problems: ProblemList): ValueType | undefined {
  const parameter = property.parameters.find(({ name }) => name === 'VALUE');
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

function readZone(property: ContentProperty, dialect: Dialect, problems: ProblemList): string | undefined {
  const parameter = property.parameters.find(({ name }) => name === 'TZID');
  if (!parameter) return undefined;
  const zone = findTimeZone(parameter.value);
  if (!zone && dialect === 'rfc') {
    problems.error('zoneUnknown', 'TZID', parameter.range);
  } else if (!zone) {
    // This dialect ignores TZID, so an invalid one does no harm.
    problems.warning('zoneUnknown', 'TZID', parameter.range);
  }
  return parameter.value;
}

function reportForms(
  property: ContentProperty,
  values: readonly DateTimeValue[],
  problems: ProblemList,
): void {
  const zone = property.parameters.find(({ name }) => name === 'TZID');
  if (zone && values.some(value => value.form === 'utc')) {
    problems.warning('zoneBesideUtc', 'TZID', zone.range);
  }
  const statesDate = property.parameters.some(({ name }) => name === 'VALUE');
  if (!statesDate && values.some(value => value.form === 'date')) {
    problems.warning('dateNeedsValue', property.name, property.value.range);
  }
}
