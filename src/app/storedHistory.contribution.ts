import { exportRuns } from '../commands/jobs/exportRuns.ts';
import { clearHistory } from '../commands/servers/clearHistory.ts';
import { runNotes } from '../forms/runNotes.ts';
import { historiesOf } from '../servers/histories.ts';
import type { Contribution } from './contribution.ts';
import { storeHistories } from './storedHistories.ts';

/** What the first rows do not need of past runs: files, notes in forms, and what commands do with them. */
export const storedHistory: Contribution = workbench => {
  const histories = historiesOf(workbench.sessions);
  if (histories === undefined) return {};
  return {
    commands: {
      'deviceAutomation.history.clear': clearHistory,
      'deviceAutomation.job.exportRuns': exportRuns,
    },
    formNotes: [runNotes(histories)],
    disposables: [storeHistories(workbench, histories)],
  };
};
