import * as vscode from 'vscode';
import { changeServerUrl, signIn } from './commands/changeServer.ts';
import { groupIdOf } from './commands/groupArguments.ts';
import { askLabel } from './commands/nameLabels.ts';
import type { CommandParts } from './commands/parts.ts';
import { runCommand } from './commands/table.ts';
import { trustCertificate } from './commands/trustCertificate.ts';
import { BaseMemory } from './documents/baseMemory.ts';
import { DocumentCompletion } from './documents/documentCompletion.ts';
import { DocumentDiagnostics } from './documents/documentDiagnostics.ts';
import { DocumentSaves } from './documents/documentSaves.ts';
import { DocumentStates } from './documents/documentStates.ts';
import { activeDocumentUri, DocumentTabs, showText } from './documents/documentTabs.ts';
import { editedObject } from './documents/documentUri.ts';
import { wakeJsonLanguage } from './documents/jsonLanguage.ts';
import { ObjectFileSystem } from './documents/objectFileSystem.ts';
import { followOpenDocuments } from './documents/openDocuments.ts';
import { replaceOnServer } from './documents/replaceOnServer.ts';
import { ScheduleLens } from './documents/scheduleLens.ts';
import { ServerDecorations } from './documents/serverDecorations.ts';
import { FormProvider } from './forms/formProvider.ts';
import { TimelinePanel } from './forms/timelinePanel.ts';
import { ActivityLog } from './host/activityLog.ts';
import { Demo } from './host/demo.ts';
import { vscodeDialogs } from './host/dialogs.ts';
import { ErrorNotices } from './host/errorNotices.ts';
import { type CommandId, languages, views } from './host/ids.ts';
import { Labels } from './host/labels.ts';
import { Log } from './host/log.ts';
import { Schedules } from './host/schedules.ts';
import { ServerRegistry } from './host/servers.ts';
import { SessionRegistry } from './host/sessions.ts';
import { notificationLevel } from './host/settings.ts';
import { TokenStore } from './host/tokens.ts';
import { Watching } from './host/watching.ts';
import { WatchList } from './host/watchList.ts';
import { systemClock } from './util/clock.ts';
import { EndingNotices } from './views/endingNotices.ts';
import { GroupsTree } from './views/groupsTree.ts';
import { JobsTree } from './views/jobsTree.ts';
import { ServersTree } from './views/serversTree.ts';
import { StatusBar } from './views/statusBar.ts';

/** Builds the parts of the extension and connects them; loaded when something of it is first used. */
export function createApp(context: vscode.ExtensionContext) {
  const log = new Log();
  const servers = new ServerRegistry(context.workspaceState);
  const tokens = new TokenStore(context.secrets);
  const demo = new Demo(servers, tokens, context.workspaceState);
  const dialogs = vscodeDialogs;
  const notices: ErrorNotices = new ErrorNotices({
    dialogs,
    log,
    signIn: server => signIn(parts, [{ server: server.id }]),
    changeUrl: (server, url) => changeServerUrl(parts, server, url),
    trustCertificate: server => trustCertificate(parts, server),
  });
  const activity = new ActivityLog(context.globalStorageUri.fsPath, error =>
    log.error(`the activity log could not be written: ${String(error)}`),
  );
  const sessions: SessionRegistry = new SessionRegistry({
    servers,
    tokens,
    log,
    activity,
    globalState: context.globalState,
    onStatusFailure: (server, error) => void notices.note(error, server),
  });

  const labels = new Labels();
  const schedules = new Schedules();
  const watchList = new WatchList(context.workspaceState);
  const treeParts = { sessions, tokens, notices, labels, schedules, watchList };
  const jobsTree = new JobsTree(treeParts);
  const groupsTree = new GroupsTree(treeParts);
  const serversTree = new ServersTree(servers, tokens);

  const states = new DocumentStates(new BaseMemory(context.workspaceState));
  const saves = new DocumentSaves();
  const tabs = new DocumentTabs();
  const diagnostics = new DocumentDiagnostics();
  const fileSystem = new ObjectFileSystem({
    sessions,
    states,
    saves,
    notices,
    log,
    onSaveFailed: (uri, error) => diagnostics.saveFailed(uri, error),
    onCreated: (from, to) => void tabs.swapLater(from, to),
  });
  const completion = new DocumentCompletion(sessions, labels);
  const selector = Object.values(languages).map(language => ({ language }));

  const timeline = new TimelinePanel({
    extensionUri: context.extensionUri,
    sessions,
    schedules,
    labels,
    notices,
    runCommand: (id, ...args) => runCommand(parts, id, args),
  });
  const parts: CommandParts = {
    servers,
    sessions,
    tokens,
    notices,
    dialogs,
    log,
    activity,
    demo,
    labels,
    watchList,
    jobsView: jobsTree,
    groupsView: groupsTree,
    documents: {
      open: (...object) => tabs.open(...object),
      openNew: (...object) => tabs.openNew(...object),
      activeUri: activeDocumentUri,
      compare: uri => tabs.compare(uri),
      revert: uri => tabs.revert(uri),
      openJson: uri => tabs.openJson(uri),
      openForm: uri => tabs.openForm(uri),
      replace: uri => replaceOnServer({ sessions, states, tabs, dialogs, log }, uri),
      showText,
    },
    timeline,
    runCommand: (id, ...args) => runCommand(parts, id, args),
    clipboard: vscode.env.clipboard,
  };

  const formStateChanged = new vscode.EventEmitter<vscode.Uri>();
  const forms = new FormProvider({
    extensionUri: context.extensionUri,
    sessions,
    labels,
    schedules,
    notices,
    documents: {
      target: editedObject,
      saveState: uri => saves.get(uri),
      versions: uri => states.get(uri),
      serverProblems: uri => diagnostics.serverProblems(uri),
      onDidChangeState: formStateChanged.event,
      save: async uri => void (await vscode.workspace.save(uri)),
      openJson: uri => tabs.openJson(uri),
      compare: uri => tabs.compare(uri),
      overwrite: uri => fileSystem.overwrite(uri),
      takeServers: uri => tabs.revert(uri),
    },
    findGroupId: (session, group) => groupIdOf(parts, session, group),
    nameId: (serverId, field, id) => askLabel(parts, serverId, field, id),
  });

  context.subscriptions.push(
    labels,
    watchList,
    new Watching(sessions, watchList),
    followOpenDocuments(sessions),
    new StatusBar(sessions, count => jobsTree.setBadge(count)),
    new EndingNotices({
      sessions,
      watchList,
      dialogs,
      clock: systemClock,
      level: notificationLevel,
      openJob: (session, id) =>
        runCommand(parts, 'deviceAutomation.job.open', [{ id, server: session.server.id }]),
      showJobs: async (session, filter) => {
        if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
        jobsTree.setFilter(filter);
        await vscode.commands.executeCommand(`${views.jobs}.focus`);
      },
    }),
    saves,
    states,
    formStateChanged,
    saves.onDidChange(uri => formStateChanged.fire(uri)),
    states.onDidChange(uri => formStateChanged.fire(uri)),
    diagnostics.onDidChangeServerProblems(uri => formStateChanged.fire(uri)),
    log,
    servers,
    tokens,
    sessions,
    jobsTree,
    groupsTree,
    serversTree,
    new ServerDecorations(servers),
    diagnostics,
    fileSystem,
    timeline,
    wakeJsonLanguage(),
    new ScheduleLens({ schedules, server: id => servers.get(id) }),
    sessions.onDidChangeObjects(session => fileSystem.storeChanged(session)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => fileSystem.settled(document)),
    vscode.workspace.onDidCloseTextDocument(document => {
      // A change of language closes a document for a moment only; it is not `isClosed` then.
      if (document.isClosed) states.closed(document.uri);
    }),
    vscode.workspace.onDidSaveTextDocument(document => {
      diagnostics.saved(document.uri);
      fileSystem.saved(document);
    }),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
  );
  const ready = demo.wasRunning ? demo.start() : Promise.resolve();
  return {
    /** Settled when what ran before a window reload runs again. */
    ready: ready.catch((error: unknown) => notices.show(error, undefined)),
    trees: { jobs: jobsTree, groups: groupsTree, servers: serversTree },
    fileSystem,
    forms,
    runCommand: (id: CommandId, args: readonly unknown[]) => runCommand(parts, id, args),
    close: async () => {
      await sessions.close();
      await activity.settled();
      await demo.close();
    },
  };
}

export type App = ReturnType<typeof createApp>;
