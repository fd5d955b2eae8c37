import * as vscode from 'vscode';
import { addHistory } from './app/history.contribution.ts';
import { type Activation, createHost, type Host } from './app/host.ts';
import type { Later } from './app/later.ts';
import type { RunCommand } from './commands/commandContext.ts';
import { loadError } from './platform/loadError.ts';
import { SaveReasons } from './platform/saveReasons.ts';
import { notificationLevel } from './platform/settings.ts';
import { keepPins } from './servers/serverMemories.ts';
import type { ServerSession } from './store/serverSession.ts';
import { systemClock } from './util/clock.ts';
import { afterFirstRows, waitForFirstRows } from './util/firstRows.ts';
import { draggedRows } from './views/draggedRows.ts';
import { GroupsTree } from './views/groupsTree.ts';
import { JobsTree } from './views/jobsTree.ts';
import { pinDecorations } from './views/rowMarks.ts';
import { ServersTree } from './views/serversTree.ts';
import { StatusBar } from './views/statusBar.ts';
import { EndingNotices } from './watching/endingNotices.ts';
import { RunNotices } from './watching/runNotices.ts';
import { openWatched, Watching } from './watching/watching.ts';
import { watchDecorations, watchMarks } from './watching/watchMarks.ts';

type LaterModule = typeof import('./app/later.ts');

/**
 * Creates and connects everything: first what the views need, which is loaded when any part of the extension is first
 * used; the rest once `later` has loaded it.
 */
export function createApp(activation: Activation, saveReasons = new SaveReasons()) {
  waitForFirstRows();
  const host: Host = createHost(activation, saveReasons, async () => (await load()).errorActions(host));
  const { sessions, servers, notices, demo, watchList, marks, memory, tabs } = host;

  const histories = addHistory(host);
  const documentUri = tabs.uriOf.bind(tabs);
  const jobs = new JobsTree({
    ...host,
    documentUri,
    findClashes: async (source, slices) => (await load()).findClashes(source, slices),
  });
  const groups = new GroupsTree({ ...host, documentUri });
  const trees = { jobs, groups, servers: new ServersTree(servers, host.tokens, sessions) };
  const runCommand: RunCommand = async (id, ...args) => (await later()).runCommand(id, args);
  const noticeParts = {
    ...host,
    clock: systemClock,
    level: notificationLevel,
    openJob: (session: ServerSession, id: number) =>
      runCommand('deviceAutomation.job.open', { id, server: session.server.id }),
    showJobs: async (session: ServerSession, filter: string) => {
      if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
      jobs.setFilter(filter);
      await jobs.frame.focus();
    },
  };

  let rest: Later | undefined;
  const attach = ({ createLater }: LaterModule): Later => {
    if (rest !== undefined) return rest;
    const created = createLater(host, trees, histories);
    void ready.then(() => created.interrupted.check());
    rest = created;
    return created;
  };
  const later = async (): Promise<Later> => attach(await load());
  activation.subscriptions.push(
    keepPins(sessions, host),
    marks.add(watchMarks(watchList)),
    histories,
    new Watching(sessions, watchList, memory),
    new EndingNotices(noticeParts),
    new RunNotices(noticeParts),
    ...Object.values(trees),
    { dispose: () => vscode.Disposable.from(...(rest?.disposables ?? [])).dispose() },
    ...host.disposables,
  );
  afterFirstRows(() =>
    activation.subscriptions.push(
      pinDecorations(),
      watchDecorations(),
      new StatusBar(sessions, count => jobs.setBadge(count), host.clock),
    ),
  );
  const ready = (demo.wasRunning ? demo.start() : Promise.resolve()).catch((error: unknown) =>
    notices.show(error, undefined),
  );
  return {
    /** Settles once everything that ran before the window reload is running again. */
    ready,
    trees,
    /** Resolves once VS Code has the first rows of the window, or after a short time. */
    firstRows: new Promise<void>(afterFirstRows),
    dragging: draggedRows(sessions, (target, dropped) =>
      runCommand('deviceAutomation.device.drop', target, dropped),
    ),
    reports: host.reports,
    /** Documents, forms, the timeline and commands; rejects if their file cannot be loaded. */
    later,
    /** Loads them. If that fails, tells the user, because nothing else may need them for long. */
    loadRest: () => void later().catch((error: unknown) => notices.show(error, undefined)),
    /** For callers that have loaded the module themselves. */
    attach,
    /** Resumes watching jobs from the previous session of the window. */
    resumeWatching: (serverIds: readonly string[]) =>
      openWatched(sessions, watchList, serverIds, (error, { server }) => void notices.note(error, server)),
    close: async () => {
      await host.journal.release();
      await Promise.all([sessions.close(), histories.close()]);
      await host.journal.settled();
      await demo.close();
    },
  };
}

export type App = ReturnType<typeof createApp>;

async function load(): Promise<LaterModule> {
  try {
    return await import('./app/later.ts');
  } catch (error) {
    throw loadError(error);
  }
}
