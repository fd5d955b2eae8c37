import { afterFirstRows } from '../util/firstRows.ts';
import { StatusBar } from '../views/statusBar.ts';
import type { EarlyContribution } from './contribution.ts';

/** The active server in the status bar. */
export const statusBar: EarlyContribution = ({ sessions, jobsView, clock }) => {
  let shown: StatusBar | undefined;
  afterFirstRows(() => {
    shown = new StatusBar(sessions, count => jobsView.setBadge(count), clock);
  });
  return { disposables: [{ dispose: () => shown?.dispose() }] };
};
