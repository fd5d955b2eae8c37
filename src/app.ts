import { join } from 'node:path';
import * as vscode from 'vscode';
import { changeServerUrl, signIn } from './commands/changeServer.ts';
import { groupIdOf } from './commands/groupArguments.ts';
import { InterruptedRuns } from './commands/interruptedRuns.ts';
import { askLabel } from './commands/nameLabels.ts';
import type { CommandParts } from './commands/parts.ts';
import { showFound } from './commands/showFound.ts';
import { runCommand } from './commands/table.ts';
import { trustCertificate } from './commands/trustCertificate.ts';
import { BaseMemory } from './documents/baseMemory.ts';
import { CreateRecords } from './documents/createRecords.ts';
import { DocumentCompletion } from './documents/documentCompletion.ts';
import { DocumentDiagnostics } from './documents/documentDiagnostics.ts';
import { DocumentSaves } from './documents/documentSaves.ts';
import { DocumentStates } from './documents/documentStates.ts';
import { activeDocumentUri, DocumentTabs, showText } from './documents/documentTabs.ts';
import { editedObject, parseDocumentUri } from './documents/documentUri.ts';
import { wakeJsonLanguage } from './documents/jsonLanguage.ts';
import { NewObjects } from './documents/newObjects.ts';
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
import { FoundAnswers } from './host/foundAnswers.ts';
import { type CommandId, languages } from './host/ids.ts';
import { JobArrangements } from './host/jobArrangements.ts';
import { Labels } from './host/labels.ts';
import { localizer } from './host/localize.ts';
import { Log } from './host/log.ts';
import { LostCreates } from './host/lostCreates.ts';
import { Memory, type Unread } from './host/memory.ts';
import { MemoryNotices } from './host/memoryNotices.ts';
import { RunJournal } from './host/runJournal.ts';
import { Schedules } from './host/schedules.ts';
import { SecretNotices } from './host/secretNotices.ts';
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

/** As much of what VS Code gives an extension as this one uses. */
export type AppContext = Pick<
  vscode.ExtensionContext,
  'workspaceState' | 'secrets' | 'globalStorageUri' | 'extensionUri' | 'subscriptions'
> & { readonly globalState: vscode.Memento };

/** Builds the parts of the extension and connects them; loaded when something of it is first used. */
export function createApp(context: AppContext) {
  const log = new Log();
  const dialogs = vscodeDialogs;
  const onUnkept = (error: unknown) => log.error(`VS Code could not keep something: ${String(error)}`);
  const memoryNotices: MemoryNotices = new MemoryNotices({
    dialogs,
    log,
    clock: systemClock,
    aside: () => [...memory.aside(), ...globalMemory.aside()],
    showText,
  });
  const storage = context.globalStorageUri.fsPath;
  // Two folders above the storage of extensions; both belong to the default profile, as do these settings.
  const settingsFile = { settingsFile: join(storage, '..', '..', 'settings.json'), onFailure: onUnkept };
  const onUnread = (unread: Unread) => memoryNotices.note(unread);
  const memory = new Memory({ memento: context.workspaceState, onUnread, onFailure: onUnkept });
  const globalMemory = new Memory({ memento: context.globalState, onUnread, onFailure: onUnkept });
  const servers = new ServerRegistry({ workspace: memory, global: globalMemory, ...settingsFile });
  const tokens = new TokenStore({
    secrets: context.secrets,
    onUnread,
    onUnavailable: new SecretNotices(dialogs, log).unavailable,
  });
  const demo = new Demo(servers, tokens, memory);
  const notices: ErrorNotices = new ErrorNotices({
    dialogs,
    log,
    signIn: server => signIn(parts, [{ server: server.id }]),
    changeUrl: (server, url) => changeServerUrl(parts, server, url),
    trustCertificate: server => trustCertificate(parts, server),
  });
  const creates = new LostCreates({
    dialogs,
    localizer,
    show: (...found) => showFound(parts, ...found),
  });
  const journal = new RunJournal({ folder: join(storage, 'runs'), onFailure: onUnkept });
  const foundAnswers = new FoundAnswers(dialogs, localizer);
  const activity = new ActivityLog(storage, error =>
    log.error(`the activity log could not be written: ${String(error)}`),
  );
  const schedules = new Schedules();
  const sessions: SessionRegistry = new SessionRegistry({
    schedules,
    servers,
    tokens,
    log,
    activity,
    workspace: memory,
    global: globalMemory,
    onWrite: (...write) => foundAnswers.wrote(...write),
    onStatusFailure: (server, error) => void notices.note(error, server),
  });

  const labels = new Labels(globalMemory, settingsFile);
  const nameOf = (serverId: string) => servers.get(serverId)?.name ?? serverId;
  const watchList = new WatchList(memory, nameOf);
  const arrangements = new JobArrangements(memory, nameOf);
  const treeParts = { sessions, tokens, notices, labels, schedules, watchList, arrangements };
  const jobsTree = new JobsTree(treeParts);
  const groupsTree = new GroupsTree(treeParts);
  const serversTree = new ServersTree(servers, tokens);

  const states = new DocumentStates(new BaseMemory(memory));
  const saves = new DocumentSaves();
  const tabs = new DocumentTabs();
  const diagnostics = new DocumentDiagnostics();
  const newObjects = new NewObjects({
    creates,
    records: new CreateRecords(join(storage, 'creates'), onUnkept),
    states,
    log,
    onCreated: (from, to) => void tabs.swapLater(from, to),
  });
  const fileSystem = new ObjectFileSystem({
    sessions,
    states,
    saves,
    notices,
    log,
    dialogs,
    newObjects,
    onSaveFailed: (uri, error) => diagnostics.saveFailed(uri, error),
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
    creates,
    log,
    activity,
    journal,
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
      replace: uri => replaceOnServer({ sessions, states, tabs, dialogs, notices, log }, uri),
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
    memoryNotices,
    labels,
    watchList,
    new Watching({ sessions, watchList, memory }),
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
        await jobsTree.focus();
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
    vscode.workspace.onDidChangeTextDocument(({ document }) => fileSystem.edited(document)),
    vscode.workspace.onDidCloseTextDocument(document => {
      // A change of language closes a document for a moment only; it is not `isClosed` then.
      if (!document.isClosed) return;
      states.closed(document.uri);
      if (parseDocumentUri(document.uri)?.kind === 'new') void newObjects.closed(document.uri);
    }),
    vscode.workspace.onDidSaveTextDocument(document => {
      diagnostics.saved(document.uri);
      fileSystem.saved(document);
    }),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
  );
  const ready = (demo.wasRunning ? demo.start() : Promise.resolve()).catch((error: unknown) =>
    notices.show(error, undefined),
  );
  const interrupted = new InterruptedRuns(parts, systemClock);
  context.subscriptions.push(interrupted);
  void ready.then(() => interrupted.look());
  return {
    /** Settled when what ran before a window reload runs again. */
    ready,
    trees: { jobs: jobsTree, groups: groupsTree, servers: serversTree },
    fileSystem,
    forms,
    timeline,
    runCommand: (id: CommandId, args: readonly unknown[]) => runCommand(parts, id, args),
    /** Goes on watching where the window left off. */
    resumeWatching: (serverIds: readonly string[]) => {
      for (const session of serverIds.map(id => sessions.get(id))) {
        // Of all jobs those are watched that are loaded.
        if (session === undefined || !watchList.isWatchingAll(session.server.id)) continue;
        session.jobs.ensureLoaded().catch((error: unknown) => notices.note(error, session.server));
      }
    },
    close: async () => {
      await journal.release();
      await sessions.close();
      await activity.settled();
      await demo.close();
    },
  };
}

export type App = ReturnType<typeof createApp>;
