import { cliContributions } from '../../../src/cliContributions.ts';
import type { FilterTerm } from '../../../src/store/filter/filterTerm.ts';

/** The terms of the job filter that contributions add. */
export const filterTerms: readonly FilterTerm[] = (
  await Promise.all(cliContributions.map(part => part.filterTerms?.() ?? []))
).flat();
