import { instantOf, untilInstant, type ZoneReading, zoneOf } from '../expand/resolvedSet.ts';
import { calendarDate, dayMs, modulo, weekdayOf } from '../text/calendarDay.ts';
import { type DateTimeValue, dayOfWall } from '../text/dateTimeValue.ts';
import { type RecurrenceRule, weekdayCodes } from '../text/recurrenceRule.ts';
import { type MovedSchedule, moveText, ObstacleError, type PartChanges, rewritten } from './rewriting.ts';

/** Days of the week, 0 is Monday. */
export type Weekdays = ReadonlySet<number>;

/**
 * Moves the schedule to other days of the week at the same times. Its rule then runs on exactly these days, starting
 * with the first of them; everything else stays. Only daily and weekly rules can be moved like this.
 */
export function moveToDays(text: string, days: Weekdays, reading: ZoneReading): MovedSchedule {
  return moveText(text, reading, set => {
    const [rule, ...others] = set.rules;
    if (rule === undefined || others.length + set.exceptionRules.length > 0) throw new ObstacleError('rules');
    checkRule(rule, days, set.start);
    const zone = zoneOf(set.start, reading);
    const start = moveStart(set.start, rule, days);
    const isMoved = start !== undefined && start.wallMs !== set.start?.wallMs;
    // Single dates are not moved, so each must already be on one of these days.
    const isOnDay = (value: DateTimeValue) => {
      const wallMs = value.form === 'date' ? value.wallMs : zone.toWall(instantOf(value, reading).instantMs);
      return days.has(weekdayOf(dayOfWall(wallMs)));
    };
    const { dates, end } = set;
    if (!dates.every(isOnDay) || (end !== undefined && (isMoved || !isOnDay(end))))
      throw new ObstacleError('single');
    if (isMoved && instantOf(start, reading).instantMs > untilInstant(rule, zone, reading))
      throw new ObstacleError('ended');
    const changes = dayParts(rule, days, set.start);
    return rewritten(set, {
      date: (value, name) => (isMoved && name === 'DTSTART' ? start : value),
      rule: () => [changes],
    });
  });
}

function checkRule(rule: RecurrenceRule, days: Weekdays, start: DateTimeValue | undefined): void {
  const { freq, interval, count, byDay, byMonthDay, byYearDay, byWeekNo, bySetPos } = rule;
  const others = [byMonthDay, byYearDay, byWeekNo, bySetPos].some(({ length }) => length > 0);
  const isOfDays = freq === 'DAILY' && interval === 1;
  // All days of every second week are not “every day”.
  const isOfWeeks = freq === 'WEEKLY' && (interval === 1 || days.size < 7);
  if (others || byDay.some(({ nth }) => nth !== undefined) || !(isOfDays || isOfWeeks))
    throw new ObstacleError('period');
  if (count !== undefined) throw new ObstacleError('counted');
  if (interval > 1 && start === undefined) throw new ObstacleError('open');
}

/** In days, for an interval of one: two years and more, so that every month is tried twice. */
const longestSearch = 800;

/** DTSTART, which is an occurrence itself, moved to the first of the rule's new days. */
function moveStart(
  start: DateTimeValue | undefined,
  { interval, byMonth, weekStart, freq }: RecurrenceRule,
  days: Weekdays,
): DateTimeValue | undefined {
  if (start === undefined) return undefined;
  const first = dayOfWall(start.wallMs);
  if (days.has(weekdayOf(first))) return start;
  const firstWeek = first - modulo(weekdayOf(first) - weekStart, 7);
  const isIn = (day: number) =>
    days.has(weekdayOf(day)) &&
    (byMonth.length === 0 || byMonth.includes(calendarDate(day).month)) &&
    (freq === 'DAILY' || Math.floor((day - firstWeek) / 7) % interval === 0);
  for (let day = first; day < first + longestSearch * interval; day += 1)
    if (isIn(day)) return { ...start, wallMs: start.wallMs + (day - first) * dayMs };
  throw new ObstacleError('ended');
}

/** The changed parts that set the days of the rule; empty when it already has these days. */
function dayParts(
  { freq, interval, byDay }: RecurrenceRule,
  days: Weekdays,
  start: DateTimeValue | undefined,
): PartChanges {
  const implied =
    freq === 'DAILY' ? weekdayCodes.keys() : start === undefined ? [] : [weekdayOf(dayOfWall(start.wallMs))];
  const own = new Set(byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : implied);
  if (own.size === days.size && [...own].every(day => days.has(day))) return new Map();
  const isEveryDay = days.size === 7 && interval === 1;
  const codes = weekdayCodes.filter((_, day) => days.has(day)).join(',');
  return new Map([
    ['FREQ', isEveryDay ? 'DAILY' : 'WEEKLY'],
    ['BYDAY', isEveryDay ? undefined : codes],
  ]);
}
