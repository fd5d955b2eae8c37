import type { RuleView } from '../ruleView.ts';

/** Whether BYSETPOS only means something like "the last weekday of the month", which has its own phrase. */
export function picksWeekday(view: RuleView): boolean {
  const { times, weekdays, monthDays, nthDays, yearDays, weekNumbers, positions, freq } = view;
  const runsOnce = times.kind === 'open' || (times.kind === 'list' && times.times.length === 1);
  const otherDays = monthDays.length + nthDays.length + yearDays.length + weekNumbers.length;
  return positions.length > 0 && freq === 'MONTHLY' && runsOnce && weekdays.length > 0 && otherDays === 0;
}
