import type { CliPart } from './contribution.ts';
import { loadSeenRuns } from './seenRuns.ts';

export const historyPart: CliPart = { loadTerms: loadSeenRuns };
