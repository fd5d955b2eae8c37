import * as vscode from 'vscode';
import type { DocumentTabs } from '../documents/documentTabs.ts';
import { editedObject } from '../documents/documentUri.ts';
import { FormTabs } from '../documents/formTabs.ts';
import { DocumentCompletion } from '../documents/language/documentCompletion.ts';
import { activateJsonLanguage, keepDocumentLanguages } from '../documents/language/jsonLanguage.ts';
import { ReachLens } from '../documents/language/reachLens.ts';
import { ScheduleLens } from '../documents/language/scheduleLens.ts';
import { followOpenDocuments } from '../documents/openDocuments.ts';
import { ServerDecorations } from '../documents/serverDecorations.ts';
import { TabNames } from '../documents/tabNames.ts';
import { followTitleActions } from '../documents/titleActions.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys, languages } from '../platform/ids.ts';
import { systemClock } from '../util/clock.ts';
import { documentsForCommands, documentsForForms } from './documentAccess.ts';
import { createDocumentCore, type DocumentCore, type DocumentOptions } from './documentCore.ts';
import type { HostParts } from './hostParts.ts';

/** Creates the documents of jobs and groups: what VS Code shows of them, and what commands and forms need. */
export function createDocumentParts(host: HostParts, options: DocumentOptions) {
  const { tabs } = options;
  const core = createDocumentCore(host, options);
  return {
    fileSystem: core.fileSystem,
    forCommands: documentsForCommands(host, tabs, core),
    forForms: documentsForForms(host, tabs, core),
    disposables: [...ownedParts(core), ...editorParts(host, tabs, core), ...followEditors(host, core)],
  };
}

function ownedParts({ versions, states, stateChanged, diagnostics, ...core }: DocumentCore) {
  return [
    versions,
    states,
    stateChanged,
    versions.onDidChange(uri => stateChanged.fire(uri)),
    states.onDidChange(uri => stateChanged.fire(uri)),
    diagnostics.onDidChangeServerProblems(uri => stateChanged.fire(uri)),
    diagnostics,
    core.encodings,
    core.faults,
    core.fileSystem,
  ];
}

/** Everything that VS Code shows in document editors and on their tabs. */
function editorParts(
  { sessions, servers, schedules, labels, notices, memory }: HostParts,
  tabs: DocumentTabs,
  { versions }: DocumentCore,
): vscode.Disposable[] {
  const completion = new DocumentCompletion(sessions, labels);
  const selector = Object.values(languages).map(language => ({ language }));
  return [
    new ServerDecorations(servers),
    followOpenDocuments(sessions),
    followTitleActions(sessions),
    new TabNames(tabs, systemClock),
    new FormTabs(tabs, memory, systemClock),
    activateJsonLanguage(),
    keepDocumentLanguages(),
    new ReachLens({ sessions, versions, notices }),
    new ScheduleLens({ schedules, server: id => servers.get(id), clock: systemClock }),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
  ];
}

/** Forwards events of documents in VS Code, and of their objects in the store, to the file system. */
function followEditors(
  { sessions }: HostParts,
  { fileSystem, diagnostics }: DocumentCore,
): vscode.Disposable[] {
  return [
    sessions.onDidChangeObjects(session => fileSystem.storeChanged(session)),
    vscode.workspace.onDidOpenTextDocument(document => fileSystem.edited(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => fileSystem.edited(document)),
    vscode.workspace.onWillSaveTextDocument(({ document }) => fileSystem.willSave(document)),
    vscode.workspace.onDidCloseTextDocument(document => {
      // A language change only closes a document for a moment; `isClosed` is false in that case.
      if (!document.isClosed) return;
      fileSystem.closed(document.uri);
    }),
    vscode.workspace.onDidSaveTextDocument(document => {
      diagnostics.forgetServerProblems(document.uri);
      fileSystem.saved(document);
      if (editedObject(document.uri)?.kind === 'job') setContextKey(contextKeys.jobSaved, true);
    }),
  ];
}
