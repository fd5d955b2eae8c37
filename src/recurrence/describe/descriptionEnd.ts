import { lastInstant, untilInstant } from '../expand/resolvedSet.ts';
import { dayMs } from '../text/calendarDay.ts';
import { localTime } from '../text/localDateTime.ts';
import { dateTimeText } from './descriptionDates.ts';
import type { DescriptionInput, ViewedRule } from './descriptionInput.ts';
import { spanOfDay } from './timesView.ts';

/** The end of a rule: "until March 31, 2027"; `undefined` when it has none. */
export function untilClause({ rule, view }: ViewedRule, input: DescriptionInput): string | undefined {
  const { set, zone, reading, start, words } = input;
  const lastMs = Math.min(untilInstant(rule, zone, reading), lastInstant(set, reading));
  if (lastMs === Number.POSITIVE_INFINITY) return undefined;
  const wallMs = zone.toWall(lastMs);
  if (start.isDate) return words.until(words.date(wallMs));
  const time = localTime(wallMs);
  const [first, last] = spanOfDay(view.times) ?? ['00:00', '23:59:59'];
  if (time < first) return words.until(words.date(wallMs - dayMs));
  const end = { instantMs: lastMs, wallMs };
  return words.until(time >= last ? words.date(wallMs) : dateTimeText(end, input));
}
