import * as vscode from 'vscode';
import type { Documents } from '../commands/commandContext.ts';
import { activeDocumentUri, type DocumentTabs } from '../documents/documentTabs.ts';
import { editedObject } from '../documents/documentUri.ts';
import { replaceOnServer } from '../documents/replaceOnServer.ts';
import { tabName } from '../documents/tabNames.ts';
import type { FormDocuments } from '../forms/formParts.ts';
import type { DocumentCore } from './documentCore.ts';
import type { HostParts } from './hostParts.ts';

/** What commands can do with documents. */
export function documentsForCommands(
  { sessions, dialogs, notices, log }: HostParts,
  tabs: DocumentTabs,
  { versions, fileSystem }: Pick<DocumentCore, 'versions' | 'fileSystem'>,
): Documents {
  return {
    open: (...object) => tabs.open(...object),
    openNew: (...object) => tabs.openNew(...object),
    activeUri: activeDocumentUri,
    objectOf: editedObject,
    compare: uri => tabs.compare(uri),
    revert: uri => tabs.revert(uri),
    openJson: uri => tabs.openJson(uri),
    openForm: uri => tabs.openForm(uri),
    replace: uri => replaceOnServer({ sessions, versions, tabs, fileSystem, dialogs, notices, log }, uri),
  };
}

/** What forms can do with documents. */
export function documentsForForms(
  { sessions }: HostParts,
  tabs: DocumentTabs,
  { versions, states, stateChanged, diagnostics, faults, fileSystem }: DocumentCore,
): FormDocuments {
  return {
    target: editedObject,
    saveState: uri => states.get(uri),
    isDeleted: uri => versions.isDeleted(uri),
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
    overwrite: (uri, shown) => fileSystem.saves.overwrite(uri, shown),
    keepBoth: uri => fileSystem.saves.keepBoth(uri),
    takeServers: uri => tabs.revert(uri),
  };
}
