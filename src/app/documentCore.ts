import { join } from 'node:path';
import * as vscode from 'vscode';
import { BaseMemory } from '../documents/baseMemory.ts';
import { DocumentEncodings } from '../documents/documentEncodings.ts';
import type { DocumentTabs } from '../documents/documentTabs.ts';
import { DocumentVersions } from '../documents/documentVersions.ts';
import { DocumentDiagnostics } from '../documents/language/documentDiagnostics.ts';
import { NewObjects } from '../documents/newObjects.ts';
import { ObjectFileSystem } from '../documents/objectFileSystem.ts';
import { SaveFaults } from '../documents/saveFaults.ts';
import { SaveStates } from '../documents/saveStates.ts';
import { CreateRecords } from '../journal/createRecords.ts';
import type { LostCreates } from '../notices/lostCreates.ts';
import type { SaveReasons } from '../platform/saveReasons.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { systemClock } from '../util/clock.ts';
import type { HostParts } from './hostParts.ts';

export interface DocumentOptions {
  readonly tabs: DocumentTabs;
  readonly creates: LostCreates;
  readonly saveReasons: SaveReasons;
  /** Called when the server has created a group that the user typed; its ID may be missing. */
  readonly onGroupCreated: (session: ServerSession, name: string) => void;
}

export type DocumentCore = ReturnType<typeof createDocumentCore>;

/** Creates the file system of jobs and groups with its parts. */
export function createDocumentCore(
  host: HostParts,
  { tabs, creates, saveReasons, onGroupCreated }: DocumentOptions,
) {
  const { sessions, notices, log, dialogs } = host;
  const versions = new DocumentVersions(new BaseMemory(host.memory));
  const states = new SaveStates();
  const diagnostics = new DocumentDiagnostics(systemClock);
  const encodings = new DocumentEncodings();
  const faults = new SaveFaults(uri => states.settled(uri));
  const newObjects = new NewObjects({
    dialogs,
    creates,
    records: new CreateRecords(join(host.storage, 'creates'), host.onStorageFailure),
    versions,
    log,
    session: id => sessions.get(id),
    onGroupCreated,
    onCreated: (from, to, savedText) => void tabs.replaceLater(from, to, savedText),
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
  const stateChanged = new vscode.EventEmitter<vscode.Uri>();
  return { versions, states, stateChanged, diagnostics, encodings, faults, fileSystem };
}
