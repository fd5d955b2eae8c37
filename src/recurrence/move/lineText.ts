import type { ContentProperty } from '../text/contentProperty.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';

type SetLine = RecurrenceSet['lines'][number];

/** A line whose property may be rewritten. */
export interface PropertyLine extends SetLine {
  readonly property: ContentProperty;
}

export interface LineRewriting {
  /** Rewrites a DTSTART, DTEND, RDATE or EXDATE line. */
  readonly dates: (line: PropertyLine) => string;
  readonly rule: (line: PropertyLine, rule: RecurrenceRule) => string;
}

/** The text of a set with rewritten dates and rules; everything else stays as written. */
export function rewritten(set: RecurrenceSet, { dates, rule }: LineRewriting): string {
  const rules = { RRULE: set.rules.values(), EXRULE: set.exceptionRules.values() };
  const textOf = (line: SetLine): string => {
    const { property } = line;
    switch (property?.name) {
      case 'DTSTART':
      case 'DTEND':
      case 'RDATE':
      case 'EXDATE':
        return dates({ ...line, property });
      case 'RRULE':
      case 'EXRULE': {
        const own = rules[property.name].next().value;
        return own === undefined ? unchanged(line) : rule({ ...line, property }, own);
      }
      default:
        return unchanged(line);
    }
  };
  return set.lines.map(textOf).join('');
}

export function unchanged({ raw, lineBreak }: SetLine): string {
  return raw + lineBreak;
}

/** Changed parts of a rule, by name; `undefined` removes a part. */
export type PartChanges = ReadonlyMap<string, string | undefined>;

/** The line with other values. Several values give several lines that start alike. */
export function withValues(line: PropertyLine, values: readonly string[]): string {
  const { raw, lineBreak, property } = line;
  const before = property.value.text;
  if (values.length === 1 && values[0] === before) return unchanged(line);
  const unfolded = raw.replace(/(?:\r\n|\n|\r)[ \t]/g, '');
  const beginning = unfolded.slice(0, unfolded.length - before.length);
  return `${values.map(value => beginning + value).join(lineBreak === '' ? '\n' : lineBreak)}${lineBreak}`;
}

/** The value of a rule with some parts changed and the others as written; new parts are appended. */
export function withParts(value: string, changes: PartChanges): string {
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
