import { historyTerms } from '../store/historyTerms.ts';
import type { CliPart } from './contribution.ts';
import { loadSeenRuns } from './seenRuns.ts';

export const historyPart: CliPart = { filterTerms: historyTerms, loadTerms: loadSeenRuns };
