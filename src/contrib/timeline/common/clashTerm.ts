import type { FilterTerm } from '../../../store/filter/filterTerm.ts';

/** The term for clashes but for `find`, whose code (`jobClashes.ts`) is not needed before somebody filters by it. */
export const clashTerm: Omit<FilterTerm, 'find'> = {
  name: 'clash',
  text: ({ t }) => [t('clash'), t('Jobs that meet others on a device in the same hour within 7 days')],
  isAboutReach: true,
};
