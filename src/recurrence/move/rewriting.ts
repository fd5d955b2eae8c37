import type { ZoneReading } from '../expand/resolvedSet.ts';
import { beforeValue, type ContentProperty, hasNoLineBreak, parameterOf } from '../text/contentLine.ts';
import { type DateTimeValue, formatDateTime, parseDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import {
  hasErrors,
  isEmptySet,
  parseRecurrenceSet,
  type RecurrenceSet,
  writeRecurrenceSet,
} from '../text/recurrenceSet.ts';

/**
 * Why a schedule cannot be moved without changing its meaning:
 * - `none`: there is no schedule; `unreadable`: its text cannot be read
 * - `open`: its times or days come from the server; `dates`: it has dates without times
 * - `days`: no rule can express the days it would move to
 * - `count`: the times would need several rules, which cannot share one COUNT or BYSETPOS
 * - `times`: it runs at several times of day; `range`: the moved dates are outside the years 1 to 9999
 *
 * For other days of the week also:
 * - `rules`: it has no rule or several; `period`: its rule is neither daily nor weekly
 * - `counted`: it ends after a number of runs; `single`: a single date is on another day
 * - `ended`: it ends before the first of the days
 */
export type MoveObstacle =
  | 'none'
  | 'unreadable'
  | 'open'
  | 'dates'
  | 'days'
  | 'count'
  | 'times'
  | 'range'
  | 'rules'
  | 'period'
  | 'counted'
  | 'single'
  | 'ended';

/** Only thrown inside this folder; `moveText` turns it into a result. */
export class ObstacleError extends Error {
  override readonly name = 'ObstacleError';
  readonly obstacle: MoveObstacle;

  constructor(obstacle: MoveObstacle) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

export type MovedSchedule =
  | { readonly kind: 'moved'; readonly text: string }
  | { readonly kind: 'unmoved'; readonly obstacle: MoveObstacle };

/** Moves a text: `move` returns the text of the moved set, or throws the obstacle. */
export function moveText(
  text: string,
  reading: ZoneReading,
  move: (set: RecurrenceSet) => string,
): MovedSchedule {
  try {
    return { kind: 'moved', text: move(readableSet(text, reading)) };
  } catch (error) {
    if (!(error instanceof ObstacleError)) throw error;
    return { kind: 'unmoved', obstacle: error.obstacle };
  }
}

/** Parses a text that is to be moved. Throws when that is impossible. */
export function readableSet(text: string, { dialect }: ZoneReading): RecurrenceSet {
  const set = parseRecurrenceSet(text, dialect);
  if (isEmptySet(set)) throw new ObstacleError('none');
  if (hasErrors(set)) throw new ObstacleError('unreadable');
  return set;
}

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

/**
 * The text of a set with rewritten dates and rules; everything else stays as written. If anything changes, each property
 * gets a line of its own.
 */
export function rewritten(set: RecurrenceSet, { date, rule, tzid }: Rewriting): string {
  const rules = { RRULE: set.rules.values(), EXRULE: set.exceptionRules.values() };
  const separate = set.lines.map(line => (hasNoLineBreak(line) ? { ...line, lineBreak: '\n' } : line));
  const lines = separate.map(line => {
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
  const moved = lines.join('');
  return moved === writeRecurrenceSet({ ...set, lines: separate }) ? writeRecurrenceSet(set) : moved;
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
  line: RecurrenceSet['lines'][number],
  property: ContentProperty,
  values: readonly string[],
): string {
  const { raw, lineBreak } = line;
  if (values.length === 1 && values[0] === property.value.text) return raw + lineBreak;
  const beginning = beforeValue(line, property);
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
