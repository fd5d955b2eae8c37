import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ObjectKind } from '../api/fields/objectFields.ts';
import { systemClock } from '../base/clock.ts';
import { CreateRecords } from '../store/runs/createRecords.ts';
import type { Documents } from './commands/commandContext.ts';
import { groupIdOf, reportCreatedGroup } from './commands/findGroupIds.ts';
import { askLabel } from './commands/nameLabels.ts';
import { showFound } from './commands/open.ts';
import { BaseMemory } from './documents/baseMemory.ts';
import { activeDocumentUri } from './documents/documentTabs.ts';
import { findEditedObject } from './documents/documentUri.ts';
import { restoreForms } from './documents/formTabs.ts';
import { NewObjects } from './documents/newObjects.ts';
import { ObjectFileSystem } from './documents/objectFileSystem.ts';
import { OpenDocuments } from './documents/openDocuments.ts';
import { followOpenJobs, followTitleActions } from './documents/openJobs.ts';
import { replaceOnServer } from './documents/replaceOnServer.ts';
import { Saves } from './documents/save.ts';
import { ServerDecorations } from './documents/serverDecorations.ts';
import { renameTabs } from './documents/tabNames.ts';
import { foldMemory } from './forms/formParts.ts';
import { formProvider } from './forms/formSession.ts';
import type { Host } from './host.ts';
import { LostCreates } from './notices/lostCreates.ts';
import { setContextKey } from './platform/contextKeys.ts';
import { contextKeys } from './platform/ids.ts';
import { localizer } from './platform/localize.ts';
import { pageFiles } from './platform/pages/pageFiles.ts';
import type { AllDialogs } from './platform/pickers.ts';

type Schemas = ReadonlyMap<string, (kind: ObjectKind) => string>;
type InViews = Parameters<typeof showFound>[0] & Parameters<typeof reportCreatedGroup>[0];

/** Creates the documents of jobs and groups: what VS Code shows of them, and what commands and forms need. */
export function createDocuments(host: Host, inViews: InViews, schemas: Schemas) {
  const { sessions, servers, notices, memory, tabs } = host;
  const compare = (uri: vscode.Uri) => tabs.compare(uri);
  const creates = new LostCreates(host.dialogs, localizer, objects => showFound(inViews, objects));
  const newObjects = new NewObjects({
    ...host,
    creates,
    records: new CreateRecords(join(host.storage, 'creates'), host.onStorageFailure),
    onGroupCreated: (session, name) =>
      void reportCreatedGroup(inViews, session, name).catch((error: unknown) =>
        notices.show(error, session.server),
      ),
    onCreated: (from, to, savedText) => void tabs.replaceLater(from, to, savedText),
  });
  const documents = new OpenDocuments(sessions, new BaseMemory(memory));
  const replace = (uri: vscode.Uri) => replaceOnServer({ ...host, documents, fileSystem, compare }, uri);
  const saves = new Saves({ ...host, newObjects, compare, replace: uri => replace(uri) });
  const fileSystem = new ObjectFileSystem({ ...host, documents, saves, newObjects, schemas });
  const forCommands: Documents = {
    open: (...object) => tabs.open(...object),
    openNew: (...object) => tabs.openNew(...object),
    activeUri: activeDocumentUri,
    objectOf: findEditedObject,
    compare,
    revert: uri => tabs.revert(uri),
    openJson: uri => tabs.openJson(uri),
    openForm: uri => tabs.openForm(uri),
    replace,
  };
  const disposables = [
    documents,
    fileSystem,
    sessions.onDidChangeObjects(session => fileSystem.storeChanged(session)),
    new ServerDecorations(servers),
    followOpenJobs(sessions),
    followTitleActions(sessions),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (findEditedObject(uri)?.kind === 'job') setContextKey(contextKeys.jobSaved, true);
    }),
    renameTabs(tabs, documents, systemClock),
    restoreForms(tabs, documents, memory, systemClock),
  ];
  return { documents, saves, fileSystem, creates, forCommands, disposables };
}

/** Creates the forms of these documents. */
export function createForms(
  host: Host & { readonly dialogs: AllDialogs },
  documents: OpenDocuments,
  saves: Saves,
) {
  return formProvider({
    ...host,
    pageFiles: pageFiles(host.extensionUri, 'form'),
    documents,
    saves,
    clock: systemClock,
    folds: foldMemory(host.globalMemory),
    findGroupId: (session, group) => groupIdOf(host, session, group),
    nameId: (serverId, kind, id) => askLabel(host, { serverId, kind, id }),
  });
}
