import { instantOf, untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { formatDateTime, parseDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { hasErrors, isEmptySet, parseRecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, type TimeZone } from '../text/timeZone.ts';
import { type SetLine, withParts, withValues } from './lineText.ts';
import { type MovedSchedule, movedBy, ObstacleError } from './obstacle.ts';

/** The target zone of a schedule's times: UTC, the zone of the server, or a named one. */
export type ZoneChoice =
  | { readonly kind: 'utc' }
  | { readonly kind: 'server' }
  | { readonly kind: 'named'; readonly tzid: string };

interface ZoneMove {
  readonly from: TimeZone;
  readonly to: ZoneChoice;
  readonly reading: ZoneReading;
}

/** The schedule with the same clock times in another zone: 03:00 UTC becomes 03:00 in Berlin. */
export function moveToZone(text: string, to: ZoneChoice, reading: ZoneReading): MovedSchedule {
  return movedBy(() => {
    const set = parseRecurrenceSet(text, reading.dialect);
    if (isEmptySet(set)) throw new ObstacleError('none');
    if (hasErrors(set)) throw new ObstacleError('unreadable');
    const { start } = set;
    if (start === undefined) throw new ObstacleError('open');
    if ([start, ...set.dates, ...set.exceptionDates].some(({ form }) => form === 'date'))
      throw new ObstacleError('dates');
    const move: ZoneMove = { from: zoneOf(start, reading), to, reading };
    const rules = { RRULE: [...set.rules], EXRULE: [...set.exceptionRules] };
    return set.lines
      .map(line => {
        const name = line.property?.name;
        if (name === 'RRULE' || name === 'EXRULE') return ruleIn(line, rules[name].shift(), move);
        const isDate = name === 'DTSTART' || name === 'DTEND' || name === 'RDATE' || name === 'EXDATE';
        return isDate ? datesIn(line, move) : line.raw + line.lineBreak;
      })
      .join('');
  });
}

function datesIn(line: SetLine, { from, to, reading }: ZoneMove): string {
  const { property } = line;
  if (property === undefined) return line.raw + line.lineBreak;
  const tzid = property.parameters.find(({ name }) => name === 'TZID')?.value;
  const values = property.value.text.split(',').map(item => {
    const value = parseDateTime(item, tzid);
    // A period ends where its own duration says, which a move cannot keep in any zone.
    if (value === undefined) throw new ObstacleError('dates');
    const isOwn = zoneOf(value, reading).id === from.id;
    const wallMs = isOwn ? value.wallMs : from.toWall(instantOf(value, reading).instantMs);
    return formatDateTime({ form: to.kind === 'utc' ? 'utc' : 'floating', wallMs });
  });
  const others = property.parameters
    .filter(({ name }) => name !== 'TZID')
    .map(({ name, value }) => `;${name}=${/[:;,]/.test(value) ? `"${value}"` : value}`);
  const zone = to.kind === 'named' ? `;TZID=${to.tzid}` : '';
  return `${property.name}${others.join('')}${zone}:${values.join(',')}${line.lineBreak}`;
}

/** UNTIL of a rule whose times are in a named zone is in UTC (RFC 5545 3.3.10). */
function ruleIn(line: SetLine, rule: RecurrenceRule | undefined, { from, to, reading }: ZoneMove): string {
  const { property } = line;
  if (property === undefined || rule?.until === undefined || rule.until.form === 'date')
    return line.raw + line.lineBreak;
  const wallMs = from.toWall(untilInstant(rule, from, reading));
  const zone = to.kind === 'named' ? findTimeZone(to.tzid) : undefined;
  const until =
    zone === undefined
      ? formatDateTime({ form: to.kind === 'utc' ? 'utc' : 'floating', wallMs })
      : formatDateTime({ form: 'utc', wallMs: zone.toInstant(wallMs).instantMs });
  return withValues(line, [withParts(property.value.text, new Map([['UNTIL', until]]))]);
}
