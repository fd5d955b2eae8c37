import { historyTerms } from '../../../src/contrib/history/common/historyTerms.ts';
import { clashTerm } from '../../../src/contrib/timeline/common/clashTerm.ts';
import { findClashes } from '../../../src/contrib/timeline/common/jobClashes.ts';
import type { FilterTerm } from '../../../src/store/filter/filterTerm.ts';

/** The terms of the job filter that contributions add. */
export const filterTerms: readonly FilterTerm[] = [{ ...clashTerm, find: findClashes }, ...historyTerms];
