import * as vscode from 'vscode';
import type { Documents } from '../commands/commandContext.ts';
import { BaseMemory } from '../documents/baseMemory.ts';
import { activeDocumentUri } from '../documents/documentTabs.ts';
import { findEditedObject } from '../documents/documentUri.ts';
import { restoreForms } from '../documents/formTabs.ts';
import { DocumentCompletion } from '../documents/language/documentCompletion.ts';
import { markProblems } from '../documents/language/documentDiagnostics.ts';
import { JobLenses } from '../documents/language/jobLenses.ts';
import { keepDocumentLanguages } from '../documents/language/jsonLanguage.ts';
import type { NewObjects } from '../documents/newObjects.ts';
import { ObjectFileSystem } from '../documents/objectFileSystem.ts';
import { OpenDocuments } from '../documents/openDocuments.ts';
import { followOpenJobs, followTitleActions } from '../documents/openJobs.ts';
import { replaceOnServer } from '../documents/replaceOnServer.ts';
import { Saves } from '../documents/save.ts';
import { ServerDecorations } from '../documents/serverDecorations.ts';
import { renameTabs } from '../documents/tabNames.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys, languages } from '../platform/ids.ts';
import { systemClock } from '../util/clock.ts';
import type { Host } from './host.ts';

/** Creates the documents of jobs and groups: what VS Code shows of them, and what commands and forms need. */
export function createDocuments(host: Host, newObjects: NewObjects) {
  const { sessions, servers, schedules, labels, notices, memory, tabs } = host;
  const compare = (uri: vscode.Uri) => tabs.compare(uri);
  const documents = new OpenDocuments(sessions, new BaseMemory(memory));
  const saves = new Saves({ ...host, newObjects, compare });
  const fileSystem = new ObjectFileSystem({ ...host, documents, saves, newObjects });
  const completion = new DocumentCompletion(sessions, labels);
  const selector = Object.values(languages).map(language => ({ language }));
  const forCommands: Documents = {
    open: (...object) => tabs.open(...object),
    openNew: (...object) => tabs.openNew(...object),
    activeUri: activeDocumentUri,
    objectOf: findEditedObject,
    compare,
    revert: uri => tabs.revert(uri),
    openJson: uri => tabs.openJson(uri),
    openForm: uri => tabs.openForm(uri),
    replace: uri => replaceOnServer({ ...host, documents, fileSystem, compare }, uri),
  };
  const disposables = [
    documents,
    fileSystem,
    sessions.onDidChangeObjects(session => fileSystem.storeChanged(session)),
    markProblems(documents, systemClock),
    new ServerDecorations(servers),
    followOpenJobs(sessions),
    followTitleActions(sessions),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (findEditedObject(uri)?.kind === 'job') setContextKey(contextKeys.jobSaved, true);
    }),
    renameTabs(tabs, documents, systemClock),
    restoreForms(tabs, documents, memory, systemClock),
    keepDocumentLanguages(),
    new JobLenses({ sessions, documents, notices, schedules, clock: systemClock }),
    vscode.languages.registerCompletionItemProvider(selector, completion, '[', ',', '"', ' '),
    vscode.languages.registerHoverProvider(selector, completion),
  ];
  return { documents, saves, fileSystem, forCommands, disposables };
}
