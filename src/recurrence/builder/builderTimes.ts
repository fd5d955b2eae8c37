import { ascending, groupBy } from '../../util/collections.ts';
import { type LocalTime, type TimeOfDay, timeOfDay, wallOf } from '../text/dateTimeValue.ts';

/** Times of day that one rule can express: every hour with every minute and every second. */
export interface TimeGroup {
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
}

/**
 * BYHOUR and BYMINUTE multiply, so 03:00 and 15:30 need two rules. Returns as few groups as possible: one if the
 * times form such a product, otherwise one for each minute of the hour.
 */
export function timeGroups(times: readonly LocalTime[]): readonly TimeGroup[] {
  const parts = times.flatMap(time => {
    const wallMs = wallOf('2000-01-01', time);
    return wallMs === undefined ? [] : [timeOfDay(wallMs)];
  });
  const product = groupOf(parts);
  if (product.hours.length * product.minutes.length * product.seconds.length === new Set(times).size) {
    return [product];
  }
  return [...groupBy(parts, ({ minute, second }) => `${minute}:${second}`).values()].map(groupOf);
}

function groupOf(times: readonly TimeOfDay[]): TimeGroup {
  return {
    hours: ascending(times.map(({ hour }) => hour)),
    minutes: ascending(times.map(({ minute }) => minute)),
    seconds: ascending(times.map(({ second }) => second)),
  };
}
