import type { CliPart } from './contribution.ts';
import { loadSeenRuns } from './runHistory.ts';

export const historyPart: CliPart = { loadTerms: loadSeenRuns };
