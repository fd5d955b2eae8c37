import { afterFirstRows } from '../../base/firstRows.ts';
import type { EarlyContribution } from '../../workbench/contribution.ts';
import { StatusBar } from './vscode/statusBar.ts';

/** The active server in the status bar. */
export const statusBar: EarlyContribution = ({ sessions, jobsView, clock }) => {
  let shown: StatusBar | undefined;
  afterFirstRows(() => {
    shown = new StatusBar(sessions, count => jobsView.setBadge(count), clock);
  });
  return { disposables: [{ dispose: () => shown?.dispose() }] };
};
