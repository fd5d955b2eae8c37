import type * as vscode from 'vscode';
import type { LabeledField, ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import type { DraftProblem } from '../model/draftProblem.ts';
import type { Group } from '../model/group.ts';
import type { SaveState } from '../model/saveState.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import type { ReadPageFiles } from '../platform/pages/pageFiles.ts';
import type { Labels } from '../servers/labels.ts';
import type { Schedules } from '../servers/schedules.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { Clock } from '../util/clock.ts';
import type { FoldMemory } from './foldMemory.ts';
import type { Versions } from './targetText.ts';

/** The object of a document; a new one has no ID yet. */
export interface FormTarget {
  readonly serverId: string;
  readonly kind: ObjectKind;
  readonly id: number | undefined;
}

/** The forms' dependencies, provided by the composition root. */
export interface FormDocuments {
  /** `undefined` for a document that forms cannot edit. */
  target(uri: vscode.Uri): FormTarget | undefined;
  /** The name for the document's tab; `undefined` while there are unsaved changes. */
  tabName(document: vscode.TextDocument): string | undefined;
  saveState(uri: vscode.Uri): SaveState;
  /** Whether the object was deleted on the server. */
  isDeleted(uri: vscode.Uri): boolean;
  /** The version that the text is based on, and the object as last seen on the server. */
  versions(uri: vscode.Uri): Versions | undefined;
  /** The problems that the server reported for the last save. */
  serverProblems(uri: vscode.Uri): readonly DraftProblem[];
  /** Fires when any of the above changes for a document. */
  readonly onDidChangeState: vscode.Event<vscode.Uri>;
  /** Fires when a save was rejected because of these fields, after they have been marked. */
  readonly onDidRejectFields: vscode.Event<{ readonly uri: vscode.Uri; readonly fields: readonly string[] }>;
  save(uri: vscode.Uri): Promise<void>;
  openJson(uri: vscode.Uri): Promise<void>;
  compare(uri: vscode.Uri): Promise<void>;
  /** Saves over the changes of others in version `shown`, which the user has seen. */
  overwrite(uri: vscode.Uri, shown: Draft | undefined): Promise<void>;
  /** Saves, and keeps what others have added to the same lists. */
  keepBoth(uri: vscode.Uri): Promise<void>;
  takeServers(uri: vscode.Uri): Promise<void>;
}

export interface FormParts {
  readonly folds: FoldMemory;
  readonly pageFiles: ReadPageFiles;
  readonly sessions: Pick<
    SessionRegistry,
    'get' | 'onDidChange' | 'onDidChangeObjects' | 'onDidChangeStatuses'
  >;
  readonly labels: Pick<Labels, 'get' | 'ids' | 'onDidChange'>;
  readonly schedules: Schedules;
  readonly notices: Pick<ErrorNotices, 'note' | 'show'>;
  /** For debouncing changes that arrive together. */
  readonly clock: Clock;
  readonly documents: FormDocuments;
  /** Finds the ID of a group with the user's help; `undefined` if they cancel. */
  findGroupId(session: ServerSession, group: Group): Promise<number | undefined>;
  /** Asks for a name for the ID. */
  nameId(serverId: string, field: LabeledField, id: number): Promise<void>;
}
