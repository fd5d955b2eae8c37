import { exportRuns } from '../commands/jobs/exportRuns.ts';
import { clearHistory } from '../commands/servers/clearHistory.ts';
import type { Contribution } from './contribution.ts';

/** What was seen of past runs, for other programs. */
export const historyCommands: Contribution = () => ({
  commands: {
    'deviceAutomation.history.clear': clearHistory,
    'deviceAutomation.job.exportRuns': exportRuns,
  },
});
