import type { FilterTerm } from '../store/filterTerm.ts';
import { historyTerms } from '../store/historyTerms.ts';
import { clashTerm } from '../store/targets/clashTerm.ts';
import { findClashes } from '../store/targets/jobClashes.ts';

/** The terms of the job filter that contributions add. */
export const filterTerms: readonly FilterTerm[] = [{ ...clashTerm, find: findClashes }, ...historyTerms];
