import { calendarDate, daysInMonth, modulo, weekdayOf } from '../text/calendarDay.ts';
import { type RecurrenceRule, type RuleDay, weekdayCodes } from '../text/recurrenceRule.ts';
import type { PartChanges } from './lineText.ts';
import { ObstacleError } from './obstacle.ts';

/** How far the days of a rule's times move, and the day of DTSTART. */
export interface DayShift {
  readonly days: number;
  /** `undefined` when the set has no DTSTART. */
  readonly start: { readonly day: number; readonly movedDay: number } | undefined;
}

/** The changes that move the days of a rule. Throws when no rule can express the moved days. */
export function shiftDays(rule: RecurrenceRule, shift: DayShift): PartChanges {
  const { days, start } = shift;
  if (days === 0 && (start === undefined || start.movedDay === start.day)) return new Map();
  if (rule.byWeekNo.length + rule.byYearDay.length > 0) throw new ObstacleError('days');
  // Without DTSTART, the days that it would imply are unknown.
  const needsStart = rule.interval > 1 || (rule.freq !== 'DAILY' && !namesDays(rule));
  if (start === undefined && needsStart) throw new ObstacleError('open');
  switch (rule.freq) {
    case 'WEEKLY':
      return shiftWeek(rule, shift);
    case 'MONTHLY':
    case 'YEARLY':
      return shiftDates(rule, shift);
    default:
      if (rule.interval > 1 && start !== undefined && start.movedDay - start.day !== days)
        throw new ObstacleError('days');
      return shiftLimits(rule, days);
  }
}

/** BYDAY, BYMONTHDAY and BYMONTH when they only limit the days. */
export function shiftLimits(rule: RecurrenceRule, days: number): PartChanges {
  if (days === 0) return new Map();
  if (rule.byYearDay.length + rule.byWeekNo.length > 0) throw new ObstacleError('days');
  if (rule.byMonth.length > 0 && rule.byMonthDay.length === 0) throw new ObstacleError('days');
  const months = rule.byMonth;
  return new Map([
    ...changed('BYDAY', shiftWeekdays(rule.byDay, days), rule.byDay),
    ...changed(
      'BYMONTHDAY',
      shiftMonthDays(rule.byMonthDay, { days, months, canCross: months.length === 0 }),
      rule.byMonthDay,
    ),
  ]);
}

function namesDays({ byDay, byMonthDay }: RecurrenceRule): boolean {
  return byDay.length + byMonthDay.length > 0;
}

function shiftWeek(rule: RecurrenceRule, { days, start }: DayShift): PartChanges {
  const { byDay, interval, bySetPos, weekStart } = rule;
  const isImplied = !namesDays(rule) && start !== undefined;
  const own: readonly RuleDay[] = isImplied ? [startDay(start.day)] : byDay;
  const moved = shiftWeekdays(own, days);
  const implied = isImplied ? [startDay(start.movedDay)] : byDay;
  const limits = shiftLimits({ ...rule, byDay: [] }, days);
  const week =
    interval > 1 || bySetPos.length > 0 ? moveWeekStart(own, weekStart, { days, start }) : weekStart;
  return new Map([
    ...limits,
    ...changed('BYDAY', moved, implied),
    ...(week === weekStart ? [] : [['WKST', weekdayCodes[week]] as const]),
  ]);
}

/** If weeks are counted and a day would move into another week, the start of the week moves as well. */
function moveWeekStart(own: readonly RuleDay[], weekStart: number, { days, start }: DayShift): number {
  const isInWeek = (place: number) => place >= 0 && place <= 6;
  const placeOf = (weekday: number) => modulo(weekday - weekStart, 7);
  const startPlace = start === undefined ? 0 : placeOf(weekdayOf(start.day));
  const startShift = start === undefined ? 0 : start.movedDay - start.day;
  // Without weekdays, as with BYMONTHDAY, any day of the week counts.
  const stays = own.length > 0 && own.every(({ weekday }) => isInWeek(placeOf(weekday) + days));
  if ((days === 0 || stays) && isInWeek(startPlace + startShift)) return weekStart;
  if (start !== undefined && !isInWeek(startPlace + startShift - days)) throw new ObstacleError('days');
  return modulo(weekStart + days, 7);
}

/** The days of months or years. */
function shiftDates(rule: RecurrenceRule, { days, start }: DayShift): PartChanges {
  const { freq, byDay, byMonthDay, byMonth, interval, bySetPos } = rule;
  if (freq === 'YEARLY' && start !== undefined && !namesDays(rule) && byMonth.length === 0)
    return shiftAnniversary(start, days);
  const [from, to] = start === undefined ? [] : [calendarDate(start.day), calendarDate(start.movedDay)];
  const isSamePeriod = from?.year === to?.year && (freq === 'YEARLY' || from?.month === to?.month);
  if (interval > 1 && !isSamePeriod) throw new ObstacleError('days');
  const canCross = interval === 1 && byMonth.length === 0 && bySetPos.length === 0;
  if (byDay.length > 0 && byMonthDay.length === 0 && days !== 0 && !canCross) throw new ObstacleError('days');
  const isImplied = !namesDays(rule) && start !== undefined;
  const own = isImplied ? [calendarDate(start.day).day] : byMonthDay;
  const implied = isImplied ? [calendarDate(start.movedDay).day] : byMonthDay;
  return new Map([
    ...changed('BYDAY', shiftWeekdays(byDay, days), byDay),
    ...changed('BYMONTHDAY', shiftMonthDays(own, { days, months: byMonth, canCross }), implied),
  ]);
}

/** A day of the year that only DTSTART gives moves with it, unless leap years would move it differently. */
function shiftAnniversary({ day, movedDay }: NonNullable<DayShift['start']>, days: number): PartChanges {
  const { month, day: dayOfMonth } = calendarDate(day);
  const moved = calendarDate(day + days);
  const isNearLeapDay = (month === 2 && dayOfMonth === 29) || (moved.month === 2 && moved.day === 29);
  const crossesLeapDay = month <= 2 !== moved.month <= 2 && !(month >= 11 || moved.month >= 11);
  if (movedDay - day !== days || isNearLeapDay || crossesLeapDay || Math.abs(days) > 31)
    throw new ObstacleError('days');
  return new Map();
}

function shiftWeekdays(byDay: readonly RuleDay[], days: number): RuleDay[] {
  if (days !== 0 && byDay.some(({ nth }) => nth !== undefined)) throw new ObstacleError('days');
  return byDay
    .map(day => ({ ...day, weekday: modulo(day.weekday + days, 7) }))
    .sort((a, b) => (a.nth ?? 0) - (b.nth ?? 0) || a.weekday - b.weekday);
}

interface MonthDayShift {
  readonly days: number;
  /** The months that the rule is limited to; empty for all. */
  readonly months: readonly number[];
  /** Every month counts, so the last day of one can become the first of the next. */
  readonly canCross: boolean;
}

function shiftMonthDays(own: readonly number[], { days, months, canCross }: MonthDayShift): number[] {
  if (days === 0) return [...own];
  const all = months.length > 0 ? months : [2];
  const shortest = Math.min(...all.map(month => daysInMonth(2027, month)));
  const moved = own.map(day => {
    const next = day + days;
    const crossed = Math.sign(next) === Math.sign(day) ? next : next + Math.sign(days);
    const isSame = crossed === next;
    const fits = Math.abs(day) <= shortest && Math.abs(crossed) <= shortest;
    if (!fits || (!isSame && !canCross)) throw new ObstacleError('days');
    return crossed;
  });
  return moved.sort((a, b) => a - b);
}

type Members = readonly (number | RuleDay)[];

/** No change if the part means the same as before, whether written or implied by DTSTART. */
function changed(name: string, moved: Members, before: Members): [string, string][] {
  const text = (members: Members) => members.map(memberText).join(',');
  return text(moved) === text(before) ? [] : [[name, text(moved)]];
}

function memberText(member: number | RuleDay): string {
  return typeof member === 'number'
    ? String(member)
    : `${member.nth ?? ''}${weekdayCodes[member.weekday] ?? ''}`;
}

function startDay(day: number): RuleDay {
  return { weekday: weekdayOf(day) };
}
