import { demo } from './contrib/demo/demo.contribution.ts';
import { dragging } from './contrib/devices/dragging.contribution.ts';
import { historyTerms } from './contrib/history/common/historyTerms.ts';
import { history } from './contrib/history/history.contribution.ts';
import { pausedTerm } from './contrib/pause/common/pausedTerm.ts';
import { statusBar } from './contrib/statusBar/statusBar.contribution.ts';
import { clashTerm } from './contrib/timeline/common/clashTerm.ts';
import { watching } from './contrib/watching/watching.contribution.ts';
import type { FilterTerm } from './store/filter/filterTerm.ts';
import type { EarlyContribution } from './workbench/contribution.ts';

/** The terms of the job filter. Those without `find` have it in `findTerms` of a later part. */
export const filterTerms: readonly (Omit<FilterTerm, 'find'> & Partial<FilterTerm>)[] = [
  clashTerm,
  pausedTerm,
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
