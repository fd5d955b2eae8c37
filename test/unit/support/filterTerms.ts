import type { FilterTerm } from '../../../src/store/filterTerm.ts';
import { historyTerms } from '../../../src/store/historyTerms.ts';
import { clashTerm } from '../../../src/store/targets/clashTerm.ts';
import { findClashes } from '../../../src/store/targets/jobClashes.ts';

/** The terms of the job filter that contributions add. */
export const filterTerms: readonly FilterTerm[] = [{ ...clashTerm, find: findClashes }, ...historyTerms];
