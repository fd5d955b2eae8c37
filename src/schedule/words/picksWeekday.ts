import type { RuleView } from '../ruleView.ts';

/** True where BYSETPOS only means "the last weekday of the month" or the like, which has words of its own. */
export function picksWeekday({ times, weekdays, monthDays, nthDays, positions, freq }: RuleView): boolean {
  const runsOnce = times.kind === 'open' || (times.kind === 'list' && times.times.length === 1);
  const onlyWeekdaysGiven = weekdays.length > 0 && monthDays.length + nthDays.length === 0;
  return positions.length > 0 && freq === 'MONTHLY' && runsOnce && onlyWeekdaysGiven;
}
