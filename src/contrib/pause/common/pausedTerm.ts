import type { FilterTerm } from '../../../store/filter/filterTerm.ts';

/** The term for paused jobs but for `find`, whose code is not needed before somebody filters by it. */
export const pausedTerm: Omit<FilterTerm, 'find'> = {
  name: 'paused',
  text: ({ t }) => [t('paused'), t('Jobs that are paused until a time')],
};
