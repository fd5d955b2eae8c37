import * as vscode from 'vscode';
import { afterFirstRows, waitForFirstRows } from './base/firstRows.ts';
import { earlyContributions, filterTerms } from './earlyContributions.ts';
import type { Later } from './later.ts';
import type { RunCommand } from './workbench/commands/commandContext.ts';
import { addPoints, type EarlyWorkbench, lazyTerm } from './workbench/contribution.ts';
import { type Activation, createHost, type Host } from './workbench/host.ts';
import { loadError } from './workbench/platform/loadError.ts';
import { SaveReasons } from './workbench/platform/saveReasons.ts';
import { keepPins } from './workbench/servers/serverMemories.ts';
import { syncKeys } from './workbench/servers/syncedKeys.ts';
import { GroupsTree } from './workbench/trees/groupsTree.ts';
import { JobsTree } from './workbench/trees/jobsTree.ts';
import { pinDecorations } from './workbench/trees/rowMarks.ts';
import { ServersTree } from './workbench/trees/serversTree.ts';

type LaterModule = typeof import('./later.ts');

/**
 * Creates and connects everything: first what the views need, which is loaded when any part of the extension is first
 * used; the rest once `later` has loaded it.
 */
export function createApp(activation: Activation, saveReasons = new SaveReasons()) {
  waitForFirstRows();
  const loadActions = async () => (await load()).errorActions(host);
  const terms = filterTerms.map(term => lazyTerm(term, async () => (await later()).findTerm));
  const host: Host = createHost(activation, saveReasons, loadActions, terms);
  const { sessions, servers, notices, tabs } = host;

  const documentUri = tabs.uriOf.bind(tabs);
  const jobs = new JobsTree({ ...host, documentUri });
  const groups = new GroupsTree({ ...host, documentUri });
  const trees = { jobs, groups, servers: new ServersTree(servers, host.tokens, sessions) };
  const runCommand: RunCommand = async (id, ...args) => (await later()).runCommand(id, args);
  const workbench: EarlyWorkbench = { ...host, jobsView: jobs, groupsView: groups, runCommand };
  const parts = earlyContributions.map(start => start(workbench));

  const synced = syncKeys(servers, host.syncedPrefixes, activation.globalState);

  let rest: Later | undefined;
  const attach = ({ createLater }: LaterModule): Later => {
    if (rest !== undefined) return rest;
    const created = createLater(workbench, parts);
    void ready.then(() => created.resume());
    rest = created;
    return created;
  };
  const later = async (): Promise<Later> => attach(await load());
  activation.subscriptions.push(
    keepPins(sessions, host),
    synced,
    ...addPoints(host, parts),
    ...parts.flatMap(part => part.disposables ?? []),
    ...Object.values(trees),
    { dispose: () => vscode.Disposable.from(...(rest?.disposables ?? [])).dispose() },
    ...host.disposables,
  );
  afterFirstRows(() => activation.subscriptions.push(pinDecorations()));
  const ready = Promise.all(parts.map(part => part.ready)).then(
    () => undefined,
    (error: unknown) => notices.show(error, undefined),
  );
  return {
    /** Settles once everything that ran before the window reload is running again. */
    ready,
    trees,
    /** Resolves once VS Code has the first rows of the window, or after a short time. */
    firstRows: new Promise<void>(afterFirstRows),
    dragAndDrop: parts.find(part => part.dragAndDrop !== undefined)?.dragAndDrop,
    reports: host.reports,
    /** Documents, forms, commands and contributions; rejects if their file cannot be loaded. */
    later,
    /** Loads them. If that fails, tells the user, because nothing else may need them for long. */
    loadRest: () => void later().catch((error: unknown) => notices.show(error, undefined)),
    /** For callers that have loaded the module themselves. */
    attach,
    resume: () => {
      for (const part of parts) part.resume?.();
    },
    close: async () => {
      await host.journal.release();
      await sessions.close();
      await host.journal.settled();
      await Promise.all(parts.map(part => part.close?.()));
    },
  };
}

export type App = ReturnType<typeof createApp>;

async function load(): Promise<LaterModule> {
  try {
    return await import('./later.ts');
  } catch (error) {
    throw loadError(error);
  }
}
