import type { EarlyContribution } from './app/contribution.ts';
import { demo } from './app/demo.contribution.ts';
import { dragging } from './app/dragging.contribution.ts';
import { history } from './app/history.contribution.ts';
import { statusBar } from './app/statusBar.contribution.ts';
import { watching } from './app/watching.contribution.ts';
import type { FilterTerm } from './store/filterTerm.ts';
import { historyTerms } from './store/historyTerms.ts';
import { clashTerm } from './store/targets/clashTerm.ts';

/** The terms of the job filter. Those without `find` have it in `findTerms` of a later part. */
export const filterTerms: readonly (Omit<FilterTerm, 'find'> & Partial<FilterTerm>)[] = [
  clashTerm,
  ...historyTerms,
];

/** What the first rows need of contributions. */
export const earlyContributions: readonly EarlyContribution[] = [
  history,
  demo,
  dragging,
  statusBar,
  watching,
];
