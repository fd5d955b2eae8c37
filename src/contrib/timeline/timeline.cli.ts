import type { CliPart } from '../../cli/contribution.ts';
import { clashTerm } from './common/clashTerm.ts';

export const timelinePart: CliPart = {
  filterTerms: async () => [{ ...clashTerm, find: (await import('./common/jobClashes.ts')).findClashes }],
};
