import { instantOf, untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { dayMs } from '../text/calendarDay.ts';
import { beforeValue, type ContentProperty, hasNoLineBreak, parameterOf } from '../text/contentLine.ts';
import { type DateTimeValue, formatDateTime, parseDateTime } from '../text/dateTimeValue.ts';
import { ProblemList } from '../text/recurrenceProblem.ts';
import { formatRule, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { parseRecurrenceSet, type RecurrenceSet, writeRecurrenceSet } from '../text/recurrenceSet.ts';
import { readRuleText } from '../text/ruleText.ts';
import type { TimeZone } from '../text/timeZone.ts';

/** An EXRULE: its value as `formatRule` writes it, but for UNTIL, which is an instant. */
export interface EndingRule {
  readonly rule: string;
  readonly untilMs: number;
}

/** What was added to a text, by its meaning: a server may store it in other lines. */
export interface Additions {
  readonly exceptionRules: readonly EndingRule[];
  /** The instants of EXDATE lines. */
  readonly exceptionDates: readonly number[];
  /** The instants of RDATE lines. */
  readonly dates: readonly number[];
}

type Form = Omit<DateTimeValue, 'wallMs'>;

export const noAdditions: Additions = { exceptionRules: [], exceptionDates: [], dates: [] };

/** The text with these additions, each in a line of its own at its end; everything else stays as written. */
export function addLines(set: RecurrenceSet, additions: Additions, reading: ZoneReading): string {
  const text = writeRecurrenceSet(set);
  const { exceptionRules, exceptionDates, dates } = additions;
  const { start } = set;
  // A server may ignore TZID, so the instant of a date that no rule produces is written in UTC.
  const isZoned = start === undefined || start.tzid !== undefined;
  const dateForm = isZoned ? ({ form: 'utc' } as const) : start;
  const lines = [
    ...exceptionRules.map(
      ({ rule, untilMs }) => `EXRULE:${rule};UNTIL=${untilText(untilMs, set.start, reading)}`,
    ),
    ...exceptionDates.map(instantMs => `EXDATE${dateTimeText(instantMs, start ?? dateForm, reading)}`),
    ...dates.map(instantMs => `RDATE${dateTimeText(instantMs, dateForm, reading)}`),
  ];
  if (lines.length === 0) return text;
  const tail = /[\r\n]*$/.exec(text)?.[0] ?? '';
  const body = text.slice(0, text.length - tail.length);
  const separator = separatorOf(set);
  return `${[...(body === '' ? [] : [body]), ...lines].join(separator)}${tail}`;
}

/** What stands between the lines of the text: some servers have several properties on one line. */
function separatorOf({ lines }: RecurrenceSet): string {
  const used = lines.slice(0, -1).find(({ lineBreak }) => lineBreak !== '');
  if (used !== undefined && hasNoLineBreak(used)) return used.lineBreak;
  return /\r\n|\n|\r/.exec(used?.lineBreak ?? lines.at(-1)?.lineBreak ?? '')?.[0] ?? '\n';
}

/** RFC 5545 3.3.10: in UTC if DTSTART is in UTC or in a named zone, and otherwise in the form of DTSTART. */
function untilText(untilMs: number, start: DateTimeValue | undefined, reading: ZoneReading): string {
  const isUtc = start === undefined || start.form === 'utc' || start.tzid !== undefined;
  return formatDateTime(valueAt(untilMs, isUtc ? { form: 'utc' } : { form: start.form }, reading));
}

/** `;TZID=Europe/Berlin:20270101T030000` */
function dateTimeText(instantMs: number, like: Form, reading: ZoneReading): string {
  const own = valueAt(instantMs, like, reading);
  // When the clock is set back, a local time means the first of two.
  const isOwn = instantOf(own, reading).instantMs === instantMs;
  const value: DateTimeValue = isOwn ? own : { form: 'utc', wallMs: instantMs };
  const text = formatDateTime(value);
  if (value.form === 'date') return `;VALUE=DATE:${text}`;
  return value.form === 'utc' || value.tzid === undefined ? `:${text}` : `;TZID=${value.tzid}:${text}`;
}

/** An instant in the form of another time. */
function valueAt(instantMs: number, like: Form, reading: ZoneReading): DateTimeValue {
  const zone = zoneOf({ ...like, wallMs: 0 }, reading);
  const wallMs = zone.toWall(instantMs);
  const earlierMs = instantMs - dayMs;
  // A time that the clock skips is written as it would be on the clock from before the gap, as rules have it.
  const unskippedMs = instantMs + zone.toWall(earlierMs) - earlierMs;
  const unskipped = zone.toInstant(unskippedMs);
  const isSkipped = unskipped.clockChange === 'skipped' && unskipped.instantMs === instantMs;
  return { ...like, wallMs: isSkipped ? unskippedMs : wallMs };
}

/** An EXRULE of a set. */
export function endingRule(rule: RecurrenceRule, zone: TimeZone, reading: ZoneReading): EndingRule {
  const { until: _, ...endless } = rule;
  return { rule: formatRule(endless), untilMs: untilInstant(rule, zone, reading) };
}

function isSameRule(one: EndingRule, other: EndingRule): boolean {
  return one.rule === other.rule && one.untilMs === other.untilMs;
}

export interface Withdrawn {
  readonly text: string;
  /** What the text no longer had. */
  readonly missing: Additions;
}

/** The text without these additions, whichever lines they are in now; everything else stays as written. */
export function withdrawLines(text: string, additions: Additions, reading: ZoneReading): Withdrawn {
  const set = parseRecurrenceSet(text, reading.dialect);
  const rules = [...additions.exceptionRules];
  const instants = { EXDATE: [...additions.exceptionDates], RDATE: [...additions.dates] };
  const zone = zoneOf(set.start, reading);
  // What was added stands behind what others wrote alike.
  const kept = set.lines.toReversed().map(line => {
    const { property } = line;
    if (property?.name === 'EXRULE') {
      const { rule } = readRuleText(property.value, property.name, new ProblemList());
      const own = rule && endingRule(rule, zone, reading);
      return own !== undefined && takeFrom(rules, other => isSameRule(own, other)) ? undefined : line;
    }
    if (property?.name !== 'EXDATE' && property?.name !== 'RDATE') return line;
    const sought = instants[property.name];
    const values = property.value.text.split(',');
    const left = values
      .toReversed()
      .filter(value => {
        const instantMs = instantIn(property, value, reading);
        return !takeFrom(sought, other => other === instantMs);
      })
      .toReversed();
    if (left.length === values.length) return line;
    return left.length === 0
      ? undefined
      : { ...line, raw: `${beforeValue(line, property)}${left.join(',')}` };
  });
  return {
    text: joinLines(kept.toReversed(), set),
    missing: { exceptionRules: rules, exceptionDates: instants.EXDATE, dates: instants.RDATE },
  };
}

function instantIn(property: ContentProperty, text: string, reading: ZoneReading): number | undefined {
  const value = parseDateTime(text, parameterOf(property, 'TZID')?.value);
  return value && instantOf(value, reading).instantMs;
}

function takeFrom<T>(list: T[], isSought: (value: T) => boolean): boolean {
  const place = list.findLastIndex(isSought);
  if (place >= 0) list.splice(place, 1);
  return place >= 0;
}

/** The lines that are left. A line goes with the break before it, as it came, so that the end of the text stays. */
function joinLines(
  kept: readonly (Pick<RecurrenceSet['lines'][number], 'raw'> | undefined)[],
  { lines }: RecurrenceSet,
): string {
  let text = '';
  let lineBreak: string | undefined;
  for (const [index, line] of kept.entries()) {
    if (line !== undefined) text += (lineBreak ?? '') + line.raw;
    if (line !== undefined || lineBreak !== undefined || index === kept.length - 1)
      lineBreak = lines[index]?.lineBreak ?? '';
  }
  return text + (lineBreak ?? '');
}
