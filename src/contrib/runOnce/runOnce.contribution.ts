import { type Contribution, commandsWith } from '../../workbench/contribution.ts';
import { runJobsOnce } from './vscode/runOnce.ts';

/** One more run of jobs, because the server has no request that starts one. */
export const runOnce: Contribution = ({ clock, schedules }) => {
  const closing = new AbortController();
  const own = { clock, closing: closing.signal, readerZone: () => schedules.readerZone };
  return {
    commands: commandsWith(own, { 'deviceAutomation.job.runNow': runJobsOnce }),
    disposables: [{ dispose: () => closing.abort() }],
  };
};
