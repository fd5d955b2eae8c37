import { formatDateTime, wallOf, wallOfDateTime } from '../text/dateTimeValue.ts';
import { formatRule } from '../text/recurrenceRule.ts';
import { builderIssues } from './builderIssue.ts';
import { builderRules, firstRunWall } from './builderRules.ts';
import type { BuilderSchedule, BuilderZone } from './builderSchedule.ts';

/**
 * The text of a schedule from the builder, with one property and one date per line, which every known parser accepts.
 * Throws if the schedule has issues.
 */
export function fromBuilder(schedule: BuilderSchedule): string {
  const issues = builderIssues(schedule);
  if (issues.length > 0) throw new RangeError(`A schedule with issues has no text: ${issues.join(', ')}`);
  if (schedule.kind === 'none') return '';
  const line = (name: string) => (wallMs: number) => dateTimeLine(name, wallMs, schedule.zone);
  const extraDates = schedule.extraDates.map(knownWall).map(line('RDATE'));
  if (schedule.kind === 'once') return [line('DTSTART')(knownWall(schedule.at)), ...extraDates].join('\n');
  const startWallMs = schedule.isStartOpen ? undefined : (firstRunWall(schedule) ?? 0);
  const exceptions = schedule.exceptionDates.flatMap(date =>
    schedule.times.map(time => wallOf(date, time) ?? 0),
  );
  return [
    ...(startWallMs === undefined ? [] : [line('DTSTART')(startWallMs)]),
    ...builderRules(schedule, startWallMs).map(rule => `RRULE:${formatRule(rule)}`),
    ...extraDates,
    ...exceptions.map(line('EXDATE')),
  ].join('\n');
}

function dateTimeLine(name: string, wallMs: number, zone: BuilderZone): string {
  const form = zone.kind === 'utc' ? 'utc' : 'floating';
  const parameter = zone.kind === 'named' ? `;TZID=${zone.tzid}` : '';
  return `${name}${parameter}:${formatDateTime({ form, wallMs })}`;
}

function knownWall(dateTime: string): number {
  return wallOfDateTime(dateTime) ?? 0;
}
