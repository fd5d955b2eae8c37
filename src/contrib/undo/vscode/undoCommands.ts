import { retryRun } from './retryRun.ts';
import { showActivity, undoReported } from './showActivity.ts';

export const undoCommands = {
  'deviceAutomation.run.retry': retryRun,
  'deviceAutomation.run.undo': undoReported,
  'deviceAutomation.activity.show': showActivity,
};
