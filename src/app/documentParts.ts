import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Documents } from '../commands/commandContext.ts';
import { BaseMemory } from '../documents/baseMemory.ts';
import { DocumentEncodings } from '../documents/documentEncodings.ts';
import { keepDocumentLanguages } from '../documents/documentLanguages.ts';
import { activeDocumentUri, type DocumentTabs } from '../documents/documentTabs.ts';
import { editedObject } from '../documents/documentUri.ts';
import { DocumentVersions } from '../documents/documentVersions.ts';
import { FormTabs } from '../documents/formTabs.ts';
import { DocumentCompletion } from '../documents/language/documentCompletion.ts';
import { DocumentDiagnostics } from '../documents/language/documentDiagnostics.ts';
import { wakeJsonLanguage } from '../documents/language/jsonLanguage.ts';
import { ReachLens } from '../documents/language/reachLens.ts';
import { ScheduleLens } from '../documents/language/scheduleLens.ts';
import { NewObjects } from '../documents/newObjects.ts';
import { ObjectFileSystem } from '../documents/objectFileSystem.ts';
import { followOpenDocuments } from '../documents/openDocuments.ts';
import { replaceOnServer } from '../documents/replaceOnServer.ts';
import { SaveFaults } from '../documents/saveFaults.ts';
import { SaveStates } from '../documents/saveStates.ts';
import { ServerDecorations } from '../documents/serverDecorations.ts';
import { TabNames, tabName } from '../documents/tabNames.ts';
import { followTitleActions } from '../documents/titleActions.ts';
import type { FormDocuments } from '../forms/formParts.ts';
import { CreateRecords } from '../journal/createRecords.ts';
import type { LostCreates } from '../notices/lostCreates.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys, languages } from '../platform/ids.ts';
import type { SaveReasons } from '../platform/saveReasons.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import type { HostParts } from './hostParts.ts';

interface DocumentPartsOptions {
  readonly tabs: DocumentTabs;
  readonly creates: LostCreates;
  readonly saveReasons: SaveReasons;
  /** The server created a group that the user typed; its ID may be missing. */
  readonly onGroupCreated: (session: ServerSession, name: string) => void;
}

/** Jobs and groups as documents, what VS Code shows at them, and as much of them as commands and forms need. */
export function createDocumentParts(
  host: HostParts,
  { tabs, creates, saveReasons, onGroupCreated }: DocumentPartsOptions,
) {
  const { sessions, servers, schedules, labels, notices, log, dialogs } = host;
  const versions = new DocumentVersions(new BaseMemory(host.memory));
  const states = new SaveStates();
  const diagnostics = new DocumentDiagnostics();
  const encodings = new DocumentEncodings();
  const faults = new SaveFaults(uri => states.settled(uri));
  const newObjects = new NewObjects({
    dialogs,
    creates,
    records: new CreateRecords(join(host.storage, 'creates'), host.onUnkept),
    versions,
    log,
    session: id => sessions.get(id),
    onGroupCreated,
    onCreated: (from, to, savedText) => void tabs.swapLater(from, to, savedText),
  });
  const fileSystem = new ObjectFileSystem({
    sessions,
    versions,
    states,
    notices,
    log,
    dialogs,
    newObjects,
    saveReasons,
    encodings,
    compare: uri => tabs.compare(uri),
    onSaveFailed: (uri, error) => {
      diagnostics.saveFailed(uri, error);
      faults.rejected(uri, error);
    },
  });
  const tabNames = new TabNames(tabs, systemClock);
  const stateChanged = new vscode.EventEmitter<vscode.Uri>();

  const forCommands: Documents = {
    open: (...object) => tabs.open(...object),
    openNew: (...object) => tabs.openNew(...object),
    activeUri: activeDocumentUri,
    objectOf: editedObject,
    compare: uri => tabs.compare(uri),
    revert: uri => tabs.revert(uri),
    openJson: uri => tabs.openJson(uri),
    openForm: uri => tabs.openForm(uri),
    replace: uri => replaceOnServer({ sessions, versions, tabs, dialogs, notices, log }, uri),
  };
  const forForms: FormDocuments = {
    target: editedObject,
    saveState: uri => states.get(uri),
    versions: uri => {
      const object = editedObject(uri);
      const origin = object === undefined ? undefined : sessions.get(object.serverId)?.server.url;
      return origin === undefined ? undefined : versions.comparable(uri, origin);
    },
    tabName,
    serverProblems: uri => diagnostics.serverProblems(uri),
    onDidChangeState: stateChanged.event,
    onDidRejectFields: faults.onDidReject,
    save: async uri => void (await vscode.workspace.save(uri)),
    openJson: uri => tabs.openJson(uri),
    compare: uri => tabs.compare(uri),
    overwrite: (uri, shown) => fileSystem.overwrite(uri, shown),
    keepBoth: uri => fileSystem.keepBoth(uri),
    takeServers: uri => tabs.revert(uri),
  };

  const completion = new DocumentCompletion(sessions, labels);
  const selector = Object.values(languages).map(language => ({ language }));
  const disposables: vscode.Disposable[] = [
    versions,
    states,
    stateChanged,
    versions.onDidChange(uri => stateChanged.fire(uri)),
    states.onDidChange(uri => stateChanged.fire(uri)),
    diagnostics.onDidChangeServerProblems(uri => stateChanged.fire(uri)),
    new ServerDecorations(servers),
    diagnostics,
    encodings,
    faults,
    fileSystem,
    followOpenDocuments(sessions),
    followTitleActions(sessions),
    tabNames,
    new FormTabs(tabs, host.memory, systemClock),
    wakeJsonLanguage(),
    keepDocumentLanguages(),
    new ReachLens({ sessions, versions, notices }),
    new ScheduleLens({ schedules, server: id => servers.get(id), clock: systemClock }),
    sessions.onDidChangeObjects(session => fileSystem.storeChanged(session)),
    vscode.workspace.onDidOpenTextDocument(document => fileSystem.edited(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => fileSystem.edited(document)),
    vscode.workspace.onWillSaveTextDocument(({ document }) => fileSystem.willSave(document)),
    vscode.workspace.onDidCloseTextDocument(document => {
      // A change of language closes a document for a moment only; it is not `isClosed` then.
      if (!document.isClosed) return;
      fileSystem.closed(document.uri);
    }),
    vscode.workspace.onDidSaveTextDocument(document => {
      diagnostics.saved(document.uri);
      fileSystem.saved(document);
      if (editedObject(document.uri)?.kind === 'job') setContextKey(contextKeys.jobSaved, true);
    }),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
  ];
  return { fileSystem, forCommands, forForms, disposables };
}
