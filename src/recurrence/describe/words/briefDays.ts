import { isWorkingWeek, type RuleView } from '../ruleView.ts';

interface BriefDayWords {
  readonly daily: string;
  readonly workingWeek: string;
  /** "every 2 weeks". */
  readonly every: (view: RuleView) => string;
  /** "Mon, Wed". */
  readonly weekdays: (weekdays: readonly number[]) => string;
  readonly monthDays: (days: readonly number[]) => string;
}

/** The days of the most common rules, worded briefly for a list; `undefined` for others. */
export function briefDays(view: RuleView, words: BriefDayWords): string | undefined {
  const { freq, interval, weekdays, monthDays, nthDays, months, yearDays, weekNumbers, positions } = view;
  if (positions.length + months.length + yearDays.length + weekNumbers.length + nthDays.length > 0)
    return undefined;
  if (freq === 'WEEKLY' && weekdays.length > 0 && monthDays.length === 0) {
    if (interval > 1) return `${words.every(view)}: ${words.weekdays(weekdays)}`;
    if (weekdays.length === 7) return words.daily;
    return isWorkingWeek(weekdays) ? words.workingWeek : words.weekdays(weekdays);
  }
  if (interval > 1 || weekdays.length > 0) return undefined;
  if (freq === 'MONTHLY' && monthDays.length > 0 && monthDays.every(day => day > 0))
    return words.monthDays(monthDays);
  return freq === 'DAILY' && monthDays.length === 0 ? words.daily : undefined;
}
