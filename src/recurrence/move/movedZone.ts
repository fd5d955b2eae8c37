import { instantOf, untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { parameterOf } from '../text/contentProperty.ts';
import { formatDateTime, parseDateTime } from '../text/dateTimeValue.ts';
import type { RecurrenceRule } from '../text/recurrenceRule.ts';
import { findTimeZone, type TimeZone } from '../text/timeZone.ts';
import { type PropertyLine, rewritten, unchanged, withParts, withValues } from './lineText.ts';
import { readableSet } from './movedSet.ts';
import { type MovedSchedule, movedBy, ObstacleError } from './obstacle.ts';

/** The target zone of a schedule's times: UTC, the server's zone, or a named one. */
export type ZoneChoice =
  | { readonly kind: 'utc' }
  | { readonly kind: 'server' }
  | { readonly kind: 'named'; readonly tzid: string };

interface ZoneMove {
  readonly from: TimeZone;
  readonly to: ZoneChoice;
  readonly reading: ZoneReading;
}

/** Moves the schedule to another zone with the same clock times: 03:00 UTC becomes 03:00 in Berlin. */
export function moveToZone(text: string, to: ZoneChoice, reading: ZoneReading): MovedSchedule {
  return movedBy(() => {
    const set = readableSet(text, reading);
    const { start } = set;
    if (start === undefined) throw new ObstacleError('open');
    if ([start, ...set.dates, ...set.exceptionDates].some(({ form }) => form === 'date'))
      throw new ObstacleError('dates');
    const move: ZoneMove = { from: zoneOf(start, reading), to, reading };
    return rewritten(set, {
      dates: line => datesIn(line, move),
      rule: (line, rule) => ruleIn(line, rule, move),
    });
  });
}

function datesIn({ property, lineBreak }: PropertyLine, { from, to, reading }: ZoneMove): string {
  const tzid = parameterOf(property, 'TZID')?.value;
  const values = property.value.text.split(',').map(item => {
    const value = parseDateTime(item, tzid);
    // A period, whose duration may not survive a change of zone.
    if (value === undefined) throw new ObstacleError('dates');
    const isOwn = zoneOf(value, reading).id === from.id;
    const wallMs = isOwn ? value.wallMs : from.toWall(instantOf(value, reading).instantMs);
    return formatDateTime({ form: to.kind === 'utc' ? 'utc' : 'floating', wallMs });
  });
  const others = property.parameters
    .filter(({ name }) => name !== 'TZID')
    .map(({ name, value }) => `;${name}=${/[:;,]/.test(value) ? `"${value}"` : value}`);
  const zone = to.kind === 'named' ? `;TZID=${to.tzid}` : '';
  return `${property.name}${others.join('')}${zone}:${values.join(',')}${lineBreak}`;
}

/** RFC 5545 3.3.10: a rule whose times are in a named zone has its UNTIL in UTC. */
function ruleIn(line: PropertyLine, rule: RecurrenceRule, { from, to, reading }: ZoneMove): string {
  if (rule.until === undefined || rule.until.form === 'date') return unchanged(line);
  const wallMs = from.toWall(untilInstant(rule, from, reading));
  const zone = to.kind === 'named' ? findTimeZone(to.tzid) : undefined;
  const until =
    zone === undefined
      ? formatDateTime({ form: to.kind === 'utc' ? 'utc' : 'floating', wallMs })
      : formatDateTime({ form: 'utc', wallMs: zone.toInstant(wallMs).instantMs });
  return withValues(line, [withParts(line.property.value.text, new Map([['UNTIL', until]]))]);
}
