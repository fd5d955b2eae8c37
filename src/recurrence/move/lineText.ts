import { type ContentProperty, parameterOf } from '../text/contentLine.ts';
import { type DateTimeValue, formatDateTime, parseDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';

/** Changed parts of a rule, by name; `undefined` removes a part. */
export type PartChanges = ReadonlyMap<string, string | undefined>;

interface Rewriting {
  /** Replaces a date of a DTSTART, DTEND, RDATE or EXDATE line; the same object stays as written. */
  readonly date: (value: DateTimeValue, name: string) => DateTimeValue;
  /** The changes of an RRULE or EXRULE; several give several lines that start alike. */
  readonly rule: (rule: RecurrenceRule) => readonly PartChanges[];
  /** The time zone of all dates, '' for none; by default as written. */
  readonly tzid?: string;
}

/** The text of a set with rewritten dates and rules; everything else stays as written. */
export function rewritten(set: RecurrenceSet, { date, rule, tzid }: Rewriting): string {
  const rules = { RRULE: set.rules.values(), EXRULE: set.exceptionRules.values() };
  const lines = set.lines.map(line => {
    const { raw, lineBreak, property } = line;
    switch (property?.name) {
      case 'DTSTART':
      case 'DTEND':
      case 'RDATE':
      case 'EXDATE': {
        const values = withDates(property, date);
        if (tzid === undefined) return withValues(line, property, [values]);
        return `${beginningIn(tzid, property)}${values}${lineBreak}`;
      }
      case 'RRULE':
      case 'EXRULE': {
        const changes = rules[property.name].next().value;
        const values = changes && rule(changes).map(parts => withParts(property.value.text, parts));
        return values ? withValues(line, property, values) : raw + lineBreak;
      }
      default:
        return raw + lineBreak;
    }
  });
  return lines.join('');
}

/** The dates of a line. The end of a period may be a duration, which stays as written. */
function withDates(property: ContentProperty, date: Rewriting['date']): string {
  const tzid = parameterOf(property, 'TZID')?.value;
  return property.value.text.replace(/[^,/]+/g, text => {
    const value = parseDateTime(text, tzid);
    const moved = value && date(value, property.name);
    return moved === undefined || moved === value ? text : formatDateTime(moved);
  });
}

/** `DTSTART;TZID=Europe/Berlin:` with the other parameters as they are. */
function beginningIn(tzid: string, { name, parameters }: ContentProperty): string {
  const others = parameters
    .filter(parameter => parameter.name !== 'TZID')
    .map(({ name: other, value }) => `;${other}=${/[:;,]/.test(value) ? `"${value}"` : value}`);
  return `${name}${others.join('')}${tzid && `;TZID=${tzid}`}:`;
}

/** The line with other values. Several values give several lines that start alike. */
function withValues(
  { raw, lineBreak }: RecurrenceSet['lines'][number],
  { value: { text } }: ContentProperty,
  values: readonly string[],
): string {
  if (values.length === 1 && values[0] === text) return raw + lineBreak;
  const unfolded = raw.replace(/(?:\r\n|\n|\r)[ \t]/g, '');
  const beginning = unfolded.slice(0, unfolded.length - text.length);
  return `${values.map(value => beginning + value).join(lineBreak || '\n')}${lineBreak}`;
}

/** The value of a rule with some parts changed and the others as written; new parts are appended. */
function withParts(value: string, changes: PartChanges): string {
  const left = new Map(changes);
  const parts = value.split(';').flatMap(part => {
    const name = part.slice(0, Math.max(0, part.indexOf('='))).toUpperCase();
    if (!left.has(name)) return [part];
    const changed = left.get(name);
    left.delete(name);
    return changed === undefined ? [] : [`${name}=${changed}`];
  });
  const added = [...left].flatMap(([name, changed]) => (changed === undefined ? [] : [`${name}=${changed}`]));
  return [...parts, ...added].join(';');
}
