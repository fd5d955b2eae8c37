import { historyTerms } from '../store/historyTerms.ts';
import type { Host } from './host.ts';

/** Lets the filter of jobs find them by the runs that were seen. */
export function addHistoryTerms({ filterTerms }: Pick<Host, 'filterTerms'>): void {
  filterTerms.push(...historyTerms);
}
