import type { Contribution } from '../../workbench/contribution.ts';
import { clearHistory } from './vscode/clearHistory.ts';
import { exportRuns } from './vscode/exportRuns.ts';
import { historiesOf } from './vscode/histories.ts';
import { runNotes } from './vscode/runNotes.ts';
import { storeHistories } from './vscode/storedHistories.ts';

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
