import type { CliPart } from '../../cli/contribution.ts';
import { loadSeenRuns } from './cli/seenRuns.ts';
import { historyTerms } from './common/historyTerms.ts';

export const historyPart: CliPart = { filterTerms: historyTerms, loadTerms: loadSeenRuns };
