import type { FilterTerm } from '../store/filterTerm.ts';
import { clashTerm } from '../store/targets/clashTerm.ts';
import type { Host } from './host.ts';

/** Lets the filter of jobs find those that clash. What computes the runs of a week is loaded only for them. */
export function addTimelineTerms(
  { filterTerms }: Pick<Host, 'filterTerms'>,
  load: () => Promise<{ readonly findClashes: FilterTerm['find'] }>,
): void {
  filterTerms.push({ ...clashTerm, find: async (...args) => (await load()).findClashes(...args) });
}
