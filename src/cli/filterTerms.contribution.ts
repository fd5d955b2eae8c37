import type { FilterTerm } from '../store/filterTerm.ts';
import { historyTerms } from '../store/historyTerms.ts';
import { clashTerm } from '../store/targets/clashTerm.ts';
import { findClashes } from '../store/targets/jobClashes.ts';

/** The terms of the job filter that contributions add; `load` reads what is known of past runs. */
export function filterTerms(load?: FilterTerm['load']): readonly FilterTerm[] {
  return [{ ...clashTerm, find: findClashes }, ...historyTerms(({ history }) => history, load)];
}
