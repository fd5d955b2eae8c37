import { ascending } from '../../util/collections.ts';
import {
  type LocalDate,
  type LocalTime,
  localDate,
  localDateTime,
  localTime,
} from '../text/dateTimeValue.ts';
import { isSubDaily, type RecurrenceRule } from '../text/recurrenceRule.ts';
import type { RecurrenceSet } from '../text/recurrenceSet.ts';
import { dayAfter, nightly } from './builderKinds.ts';
import { readEnd, readExceptions, readTimes } from './builderParts.ts';
import type { BuilderZone, RepeatingSchedule } from './builderSchedule.ts';

const maxTimes = 24;

/** The schedule that replaces a text the builder cannot show. Start, times of day, zone, end and dates carry over. */
export function replacementOf(set: RecurrenceSet, today: LocalDate): RepeatingSchedule {
  const { start } = set;
  const zone = zoneOf(set);
  const times = timesOf(set);
  const [first] = set.rules;
  const areAlike = (date: { form: string; tzid?: string }) =>
    date.form === start?.form && date.tzid === start?.tzid;
  const dates = set.dates.filter(areAlike).map(({ wallMs }) => localDateTime(wallMs));
  return {
    kind: 'repeating',
    zone,
    start: start ? localDate(start.wallMs) : dayAfter(today),
    times,
    repeat: { unit: 'day' },
    interval: 1,
    end: (first && readEnd(first, times, { zone, hourly: false })) ?? { kind: 'never' },
    exceptionDates: readExceptions(set.exceptionDates.filter(areAlike), times) ?? [],
    extraDates: ascending(dates),
  };
}

function zoneOf({ start, rules }: RecurrenceSet): BuilderZone {
  if (start?.form === 'utc') return { kind: 'utc' };
  if (start?.tzid !== undefined) return { kind: 'named', tzid: start.tzid };
  return start || rules.some(hasTimes) ? { kind: 'floating' } : { kind: 'utc' };
}

function timesOf({ start, rules }: RecurrenceSet): readonly LocalTime[] {
  const startWallMs = start?.form === 'date' ? undefined : start?.wallMs;
  const daily = rules.filter(rule => !isSubDaily(rule.freq) && (startWallMs !== undefined || hasTimes(rule)));
  const times = daily.length === rules.length ? readTimes(daily, startWallMs ?? 0) : [];
  if (times.length > 0 && times.length <= maxTimes) return times;
  return [startWallMs === undefined ? nightly : localTime(startWallMs)];
}

function hasTimes({ byHour }: RecurrenceRule): boolean {
  return byHour.length > 0;
}
