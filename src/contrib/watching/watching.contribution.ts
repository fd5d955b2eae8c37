import { join } from 'node:path';
import * as vscode from 'vscode';
import { afterFirstRows } from '../../base/firstRows.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { EarlyContribution } from '../../workbench/contribution.ts';
import { EndingNotices } from './vscode/endingNotices.ts';
import { NewsClaims } from './vscode/newsClaims.ts';
import { notificationLevel } from './vscode/notificationLevel.ts';
import { RunNotices } from './vscode/runNotices.ts';
import { watchCommands } from './vscode/watchCommands.ts';
import { watchedKeyPrefix } from './vscode/watchedKey.ts';
import { openWatched, Watching } from './vscode/watching.ts';
import { WatchList } from './vscode/watchList.ts';
import { watchDecorations, watchMarks } from './vscode/watchMarks.ts';

/** Watched jobs, and notifications when jobs end. */
export const watching: EarlyContribution = workbench => {
  const { sessions, servers, userMemory, storage, onStorageFailure, notices, jobsView, runCommand } =
    workbench;
  const watchList = new WatchList(userMemory, id => servers.get(id)?.name ?? id);
  const following = new Watching(sessions, watchList, userMemory);
  workbench.syncedPrefixes.push(watchedKeyPrefix);
  const openAll = () =>
    openWatched(
      sessions,
      watchList,
      servers.servers.flatMap(({ id }) => (watchList.isWatchingAny(id) ? [id] : [])),
      (error, { server }) => void notices.note(error, server),
    );
  const noticeParts = {
    ...workbench,
    watchList,
    claims: new NewsClaims(join(storage, 'notified'), onStorageFailure),
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
    userMemory.onDidChange(() => {
      watchList.readAgain();
      openAll();
    }),
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
    resume: openAll,
  };
};
