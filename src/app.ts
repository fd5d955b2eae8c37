import * as vscode from 'vscode';
import { changeServerUrl, signIn } from './commands/changeServer.ts';
import type { CommandParts } from './commands/parts.ts';
import { runCommand } from './commands/table.ts';
import { BaseMemory } from './documents/baseMemory.ts';
import { DocumentCompletion } from './documents/documentCompletion.ts';
import { DocumentDiagnostics } from './documents/documentDiagnostics.ts';
import { DocumentStates } from './documents/documentStates.ts';
import { activeDocumentUri, DocumentTabs, showText } from './documents/documentTabs.ts';
import { wakeJsonLanguage } from './documents/jsonLanguage.ts';
import { ObjectFileSystem } from './documents/objectFileSystem.ts';
import { replaceOnServer } from './documents/replaceOnServer.ts';
import { Demo } from './host/demo.ts';
import { vscodeDialogs } from './host/dialogs.ts';
import { ErrorNotices } from './host/errorNotices.ts';
import { type CommandId, languages } from './host/ids.ts';
import { Log } from './host/log.ts';
import { ServerRegistry } from './host/servers.ts';
import { SessionRegistry } from './host/sessions.ts';
import { TokenStore } from './host/tokens.ts';
import { GroupsTree } from './views/groupsTree.ts';
import { JobsTree } from './views/jobsTree.ts';
import { ServersTree } from './views/serversTree.ts';

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
  });
  const sessions: SessionRegistry = new SessionRegistry({
    servers,
    tokens,
    log,
    globalState: context.globalState,
    onStatusFailure: (server, error) => void notices.note(error, server),
  });

  const treeParts = { sessions, tokens, notices };
  const jobsTree = new JobsTree(treeParts);
  const groupsTree = new GroupsTree(treeParts);
  const serversTree = new ServersTree(servers, tokens);

  const states = new DocumentStates(new BaseMemory(context.workspaceState));
  const tabs = new DocumentTabs();
  const diagnostics = new DocumentDiagnostics();
  const fileSystem = new ObjectFileSystem({
    sessions,
    states,
    notices,
    log,
    onSaveFailed: (uri, error) => diagnostics.saveFailed(uri, error),
    onCreated: (from, to) => void tabs.swapLater(from, to),
  });
  const completion = new DocumentCompletion(sessions);
  const selector = Object.values(languages).map(language => ({ language }));

  const parts: CommandParts = {
    servers,
    sessions,
    tokens,
    notices,
    dialogs,
    log,
    demo,
    jobsView: jobsTree,
    groupsView: groupsTree,
    documents: {
      open: (...object) => tabs.open(...object),
      openNew: (...object) => tabs.openNew(...object),
      activeUri: activeDocumentUri,
      compare: uri => tabs.compare(uri),
      revert: uri => tabs.revert(uri),
      replace: uri => replaceOnServer({ sessions, states, tabs, dialogs, log }, uri),
      showText,
    },
    runCommand: (id, ...args) => runCommand(parts, id, args),
    clipboard: vscode.env.clipboard,
  };

  context.subscriptions.push(
    log,
    servers,
    tokens,
    sessions,
    jobsTree,
    groupsTree,
    serversTree,
    diagnostics,
    fileSystem,
    wakeJsonLanguage(),
    sessions.onDidChangeObjects(session => fileSystem.storeChanged(session)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => fileSystem.settled(document)),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => diagnostics.saved(uri)),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
  );
  const ready = demo.wasRunning ? demo.start() : Promise.resolve();
  return {
    /** Settled when what ran before a window reload runs again. */
    ready: ready.catch((error: unknown) => notices.show(error, undefined)),
    trees: { jobs: jobsTree, groups: groupsTree, servers: serversTree },
    fileSystem,
    runCommand: (id: CommandId, args: readonly unknown[]) => runCommand(parts, id, args),
    close: async () => {
      await sessions.close();
      await demo.close();
    },
  };
}

export type App = ReturnType<typeof createApp>;
