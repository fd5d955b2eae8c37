import type { CliPart } from '../../cli/contribution.ts';

export const historyPart: CliPart = {
  filterTerms: async () => (await import('./common/historyTerms.ts')).historyTerms,
  loadTerms: async (filter, session, context) =>
    (await import('./cli/seenRuns.ts')).loadSeenRuns(filter, session, context),
};
