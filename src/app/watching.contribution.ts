import * as vscode from 'vscode';
import { notificationLevel } from '../platform/settings.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import { afterFirstRows } from '../util/firstRows.ts';
import { EndingNotices } from '../watching/endingNotices.ts';
import { RunNotices } from '../watching/runNotices.ts';
import { openWatched, Watching } from '../watching/watching.ts';
import { WatchList } from '../watching/watchList.ts';
import { watchDecorations, watchMarks } from '../watching/watchMarks.ts';
import type { EarlyContribution } from './contribution.ts';
import { watchCommands } from './watchCommands.ts';

/** Watched jobs, and notifications when jobs end. */
export const watching: EarlyContribution = workbench => {
  const { sessions, servers, memory, notices, jobsView, runCommand } = workbench;
  const watchList = new WatchList(memory, id => servers.get(id)?.name ?? id);
  const following = new Watching(sessions, watchList, memory);
  const noticeParts = {
    ...workbench,
    watchList,
    clock: systemClock,
    level: notificationLevel,
    openJob: (session: ServerSession, id: number) =>
      runCommand('deviceAutomation.job.open', { id, server: session.server.id }),
    showJobs: async (session: ServerSession, filter: string) => {
      if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
      jobsView.setFilter(filter);
      await jobsView.frame.focus();
    },
  };
  const subscriptions: vscode.Disposable[] = [
    watchList,
    following,
    // Otherwise the watched jobs would keep activating the extension with the window.
    servers.onWillRemove(id => void watchList.unwatchAll(id)),
    new EndingNotices(noticeParts),
    new RunNotices(noticeParts),
  ];
  afterFirstRows(() => subscriptions.push(watchDecorations()));
  return {
    commands: watchCommands(watchList),
    marks: [watchMarks(watchList)],
    disposables: [{ dispose: () => vscode.Disposable.from(...subscriptions).dispose() }],
    resume: () =>
      openWatched(
        sessions,
        watchList,
        servers.servers.flatMap(({ id }) => (watchList.isWatchingAny(id) ? [id] : [])),
        (error, { server }) => void notices.note(error, server),
      ),
  };
};
