import { ascending, groupBy } from '../../base/collections.ts';
import { type TimeGroup, timeGroups } from '../builder/builderRules.ts';
import { timeSlots } from '../expand/ruleTimes.ts';
import {
  calendarDate,
  dayMs,
  daysInMonth,
  hourMs,
  minuteMs,
  modulo,
  weekdayOf,
} from '../text/calendarDay.ts';
import { dayOfWall, localTime, timeOfDay } from '../text/dateTimeValue.ts';
import {
  formatRuleDay,
  isSubDaily,
  type RecurrenceRule,
  type RuleDay,
  sortRuleDays,
  weekdayCodes,
} from '../text/recurrenceRule.ts';
import { ObstacleError, type PartChanges } from './rewriting.ts';

/**
 * The changes that move all times of a rule by a span; several if the moved times need several rules. Throws when no
 * rule can express the moved times. `startWallMs` is the wall time of DTSTART before it is moved.
 */
export function shiftRules(
  rule: RecurrenceRule,
  spanMs: number,
  startWallMs: number | undefined,
): readonly PartChanges[] {
  if (isSubDaily(rule.freq)) {
    if (startWallMs === undefined) throw new ObstacleError('open');
    return [shiftSteps(rule, spanMs)];
  }
  if (startWallMs === undefined) checkOpenTimes(rule, spanMs);
  const movedStartMs = (startWallMs ?? 0) + spanMs;
  const start =
    startWallMs === undefined
      ? undefined
      : { day: dayOfWall(startWallMs), movedDay: dayOfWall(movedStartMs) };
  const slots = timeSlots(rule, startWallMs ?? 0).map(slotMs => slotMs + spanMs);
  // A rule of every day runs on any day that a time moves to, so only the times of day matter.
  const isEveryDay =
    rule.freq === 'DAILY' && rule.interval === 1 && !limitsDays(rule) && rule.bySetPos.length === 0;
  const byDays = groupBy(slots, slotMs => (isEveryDay ? 0 : dayOfWall(slotMs)));
  const pieces = [...byDays].flatMap(([days, ofDay]) => {
    const times = ascending(ofDay.map(slotMs => modulo(slotMs, dayMs)));
    return timeGroups(times.map(localTime)).map(group => ({ days, group }));
  });
  if (pieces.length > 1 && (rule.count !== undefined || rule.bySetPos.length > 0))
    throw new ObstacleError('count');
  return pieces.map(
    ({ days, group }) => new Map([...shiftDays(rule, days, start), ...timeParts(rule, group, movedStartMs)]),
  );
}

/** The times of day of a rule in milliseconds; `undefined` when they differ from day to day. */
export function ruleTimes(
  rule: RecurrenceRule,
  startWallMs: number | undefined,
): readonly number[] | undefined {
  if (isSubDaily(rule.freq)) return undefined;
  if (startWallMs === undefined && (rule.byHour.length === 0 || rule.byMinute.length === 0))
    throw new ObstacleError('open');
  return timeSlots(rule, startWallMs ?? 0);
}

function limitsDays({ byDay, byMonth, byMonthDay, byYearDay, byWeekNo }: RecurrenceRule): boolean {
  return [byDay, byMonth, byMonthDay, byYearDay, byWeekNo].some(({ length }) => length > 0);
}

/** A rule that steps by hours, minutes or seconds moves with DTSTART; only its limits must be adjusted. */
function shiftSteps(rule: RecurrenceRule, spanMs: number): PartChanges {
  const { byHour, byMinute, bySecond } = rule;
  const needsDays = limitsDays(rule);
  if (byHour.length + byMinute.length + bySecond.length > 0 && spanMs % hourMs !== 0)
    throw new ObstacleError('days');
  if (needsDays && byHour.length === 0 && spanMs % dayMs !== 0) throw new ObstacleError('days');
  const hours = byHour.map(hour => hour + Math.floor(spanMs / hourMs));
  const shifts = byHour.length === 0 ? [spanMs / dayMs] : hours.map(hour => Math.floor(hour / 24));
  const [days = 0, ...others] = new Set(shifts);
  if (needsDays && others.length > 0) throw new ObstacleError('days');
  const moved = ascending(hours.map(hour => modulo(hour, 24)));
  return new Map([...(needsDays ? shiftLimits(rule, days) : []), ...changed('BYHOUR', moved, byHour)]);
}

/** Times that the text leaves to the server must not change. */
function checkOpenTimes({ byHour, byMinute, bySecond }: RecurrenceRule, spanMs: number): void {
  const isOpen =
    (byHour.length === 0 && spanMs % dayMs !== 0) ||
    (byMinute.length === 0 && spanMs % hourMs !== 0) ||
    (bySecond.length === 0 && spanMs % minuteMs !== 0);
  if (isOpen) throw new ObstacleError('open');
}

/** A part is written if it was written before, or if DTSTART no longer implies it. */
function timeParts(rule: RecurrenceRule, times: TimeGroup, movedStartMs: number): Changes {
  const { hour, minute, second } = timeOfDay(movedStartMs);
  const orElse = (written: readonly number[], implied: number) => (written.length > 0 ? written : [implied]);
  return [
    ...changed('BYHOUR', times.hours, orElse(rule.byHour, hour)),
    ...changed('BYMINUTE', times.minutes, orElse(rule.byMinute, minute)),
    ...changed('BYSECOND', times.seconds, orElse(rule.bySecond, second)),
  ];
}

/** The day of DTSTART before and after; `undefined` when the set has none. */
type StartDays = { readonly day: number; readonly movedDay: number } | undefined;

/** The changes that move the days of a rule. Throws when no rule can express the moved days. */
function shiftDays(rule: RecurrenceRule, days: number, start: StartDays): PartChanges {
  const { freq, interval } = rule;
  if (days === 0 && (start === undefined || start.movedDay === start.day)) return new Map();
  if (rule.byWeekNo.length + rule.byYearDay.length > 0) throw new ObstacleError('days');
  // Without DTSTART, the days that it would imply are unknown.
  const needsStart = interval > 1 || (freq !== 'DAILY' && !namesDays(rule));
  if (start === undefined && needsStart) throw new ObstacleError('open');
  if (freq === 'WEEKLY') return shiftWeek(rule, days, start);
  if (freq === 'MONTHLY' || freq === 'YEARLY') return shiftDates(rule, days, start);
  if (interval > 1 && start !== undefined && start.movedDay - start.day !== days)
    throw new ObstacleError('days');
  return shiftLimits(rule, days);
}

/** BYDAY, BYMONTHDAY and BYMONTH when they only limit the days. */
function shiftLimits(
  { byDay, byMonth, byMonthDay, byYearDay, byWeekNo }: RecurrenceRule,
  days: number,
): PartChanges {
  if (days === 0) return new Map();
  if (byYearDay.length + byWeekNo.length > 0) throw new ObstacleError('days');
  if (byMonth.length > 0 && byMonthDay.length === 0) throw new ObstacleError('days');
  return new Map([
    ...changedDays(shiftWeekdays(byDay, days), byDay),
    ...changed('BYMONTHDAY', shiftMonthDays(byMonthDay, days, byMonth, byMonth.length === 0), byMonthDay),
  ]);
}

function namesDays({ byDay, byMonthDay }: RecurrenceRule): boolean {
  return byDay.length + byMonthDay.length > 0;
}

function shiftWeek(rule: RecurrenceRule, days: number, start: StartDays): PartChanges {
  const { byDay, interval, bySetPos, weekStart } = rule;
  const implied = namesDays(rule) ? undefined : start;
  const own: readonly RuleDay[] = implied ? [{ weekday: weekdayOf(implied.day) }] : byDay;
  const before: readonly RuleDay[] = implied ? [{ weekday: weekdayOf(implied.movedDay) }] : byDay;
  const isCounted = interval > 1 || bySetPos.length > 0;
  const week = isCounted ? moveWeekStart(own, weekStart, days, start) : weekStart;
  return new Map([
    ...shiftLimits({ ...rule, byDay: [] }, days),
    ...changedDays(shiftWeekdays(own, days), before),
    ...(week === weekStart ? [] : [['WKST', weekdayCodes[week]] as const]),
  ]);
}

/** If weeks are counted and a day would move into another week, the start of the week moves as well. */
function moveWeekStart(own: readonly RuleDay[], weekStart: number, days: number, start: StartDays): number {
  const isInWeek = (place: number) => place >= 0 && place <= 6;
  const placeOf = (weekday: number) => modulo(weekday - weekStart, 7);
  const movedPlace = start ? placeOf(weekdayOf(start.day)) + start.movedDay - start.day : 0;
  // Without weekdays, as with BYMONTHDAY, any day of the week counts.
  const stays = own.length > 0 && own.every(({ weekday }) => isInWeek(placeOf(weekday) + days));
  if ((days === 0 || stays) && isInWeek(movedPlace)) return weekStart;
  if (start !== undefined && !isInWeek(movedPlace - days)) throw new ObstacleError('days');
  return modulo(weekStart + days, 7);
}

/** The days of months or years. */
function shiftDates(rule: RecurrenceRule, days: number, start: StartDays): PartChanges {
  const { freq, byDay, byMonthDay, byMonth, interval, bySetPos } = rule;
  const implied = namesDays(rule) ? undefined : start;
  if (freq === 'YEARLY' && implied && byMonth.length === 0) {
    checkAnniversary(implied, days);
    return new Map();
  }
  const [from, to] = start === undefined ? [] : [calendarDate(start.day), calendarDate(start.movedDay)];
  const isSamePeriod = from?.year === to?.year && (freq === 'YEARLY' || from?.month === to?.month);
  if (interval > 1 && !isSamePeriod) throw new ObstacleError('days');
  const canCross = interval === 1 && byMonth.length === 0 && bySetPos.length === 0;
  if (byDay.length > 0 && byMonthDay.length === 0 && days !== 0 && !canCross) throw new ObstacleError('days');
  const own = implied ? [calendarDate(implied.day).day] : byMonthDay;
  const before = implied ? [calendarDate(implied.movedDay).day] : byMonthDay;
  return new Map([
    ...changedDays(shiftWeekdays(byDay, days), byDay),
    ...changed('BYMONTHDAY', shiftMonthDays(own, days, byMonth, canCross), before),
  ]);
}

/** A day of the year that only DTSTART gives moves with it, unless leap years would move it differently. */
function checkAnniversary({ day, movedDay }: NonNullable<StartDays>, days: number): void {
  const { month, day: dayOfMonth } = calendarDate(day);
  const moved = calendarDate(day + days);
  const isNearLeapDay = (month === 2 && dayOfMonth === 29) || (moved.month === 2 && moved.day === 29);
  const crossesLeapDay = month <= 2 !== moved.month <= 2 && !(month >= 11 || moved.month >= 11);
  if (movedDay - day !== days || isNearLeapDay || crossesLeapDay || Math.abs(days) > 31)
    throw new ObstacleError('days');
}

function shiftWeekdays(byDay: readonly RuleDay[], days: number): readonly RuleDay[] {
  if (days !== 0 && byDay.some(({ nth }) => nth !== undefined)) throw new ObstacleError('days');
  return sortRuleDays(byDay.map(day => ({ ...day, weekday: modulo(day.weekday + days, 7) })));
}

/**
 * The rule is limited to these months, or to none. If every month counts, `canCross`: the last day of one can become
 * the first of the next.
 */
function shiftMonthDays(
  own: readonly number[],
  days: number,
  months: readonly number[],
  canCross: boolean,
): readonly number[] {
  if (days === 0) return own;
  const all = months.length > 0 ? months : [2];
  const shortest = Math.min(...all.map(month => daysInMonth(2027, month)));
  const moved = own.map(day => {
    const next = day + days;
    const crosses = Math.sign(next) !== Math.sign(day);
    const crossed = crosses ? next + Math.sign(days) : next;
    const fits = Math.abs(day) <= shortest && Math.abs(crossed) <= shortest;
    if (!fits || (crosses && !canCross)) throw new ObstacleError('days');
    return crossed;
  });
  return moved.sort((a, b) => a - b);
}

type Changes = readonly (readonly [name: string, value: string])[];

/** No change if the part means the same as before, whether written or implied by DTSTART. */
function changed(
  name: string,
  moved: readonly (number | string)[],
  before: readonly (number | string)[],
): Changes {
  return moved.join() === before.join() ? [] : [[name, moved.join()]];
}

function changedDays(moved: readonly RuleDay[], before: readonly RuleDay[]): Changes {
  return changed('BYDAY', moved.map(formatRuleDay), before.map(formatRuleDay));
}
