import type { RecurrenceSet } from '../text/recurrenceSet.ts';

export type SetLine = RecurrenceSet['lines'][number];

/** Parts of a rule that change, by name; `undefined` removes a part. */
export type PartChanges = ReadonlyMap<string, string | undefined>;

/** The line with other values; several values make several lines with equal beginnings. */
export function withValues(line: SetLine, values: readonly string[]): string {
  const { raw, lineBreak, property } = line;
  if (property === undefined) return raw + lineBreak;
  const before = property.value.text;
  if (values.length === 1 && values[0] === before) return raw + lineBreak;
  const unfolded = raw.replace(/(?:\r\n|\n|\r)[ \t]/g, '');
  const beginning = unfolded.slice(0, unfolded.length - before.length);
  return `${values.map(value => beginning + value).join(lineBreak === '' ? '\n' : lineBreak)}${lineBreak}`;
}

/** The value of a rule with some parts changed, the others as they stand; new parts are appended. */
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
