import { ascending, groupBy } from '../../util/collections.ts';
import { timeSlots } from '../expand/ruleTimes.ts';
import { dayMs } from '../text/calendarDay.ts';
import type { DateTimeValue } from '../text/dateTimeValue.ts';
import { type LocalDate, type LocalTime, localDate, localTime } from '../text/dateTimeValue.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import { findTimeZone } from '../text/timeZone.ts';
import type { BuilderEnd, BuilderZone } from './builderSchedule.ts';

/** The times of day of the rules, as the builder shows them. */
export function readTimes(rules: readonly RecurrenceRule[], startWallMs: number): readonly LocalTime[] {
  return ascending(
    rules.flatMap(rule =>
      isSubDaily(rule.freq) ? localTime(startWallMs) : timeSlots(rule, startWallMs).map(localTime),
    ),
  );
}

export function readEnd(
  rule: RecurrenceRule,
  times: readonly LocalTime[],
  { zone, hourly }: { zone: BuilderZone; hourly: boolean },
): BuilderEnd | undefined {
  if (rule.count !== undefined) return { kind: 'afterRuns', count: rule.count };
  if (!rule.until) return { kind: 'never' };
  const wallMs = untilWall(rule.until, zone);
  if (wallMs === undefined) return undefined;
  const time = localTime(wallMs);
  if (time >= '23:59:59' || (!hourly && time >= (times.at(-1) ?? ''))) {
    return { kind: 'onDate', date: localDate(wallMs) };
  }
  const endsDayBefore = !hourly && time < (times[0] ?? '');
  return endsDayBefore ? { kind: 'onDate', date: localDate(wallMs - dayMs) } : undefined;
}

function untilWall(until: DateTimeValue, zone: BuilderZone): number | undefined {
  if (until.form !== (zone.kind === 'floating' ? 'floating' : 'utc')) return undefined;
  return zone.kind === 'named' ? findTimeZone(zone.tzid)?.toWall(until.wallMs) : until.wallMs;
}

/** The excluded days. `undefined` when a day is excluded only partly, which the builder cannot show. */
export function readExceptions(
  exceptions: readonly DateTimeValue[],
  times: readonly LocalTime[],
): readonly LocalDate[] | undefined {
  const byDate = groupBy(exceptions, ({ wallMs }) => localDate(wallMs));
  const areWhole = [...byDate.values()].every(
    ofDay => ascending(ofDay.map(({ wallMs }) => localTime(wallMs))).join() === times.join(),
  );
  return areWhole ? ascending(byDate.keys()) : undefined;
}
