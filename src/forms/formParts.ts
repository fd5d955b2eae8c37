import type * as vscode from 'vscode';
import type { LabelledField, ObjectKind } from '../fields/objectFields.ts';
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
  /** `undefined` for a document that no form can edit. */
  target(uri: vscode.Uri): FormTarget | undefined;
  /** The name for the tab of the document; `undefined` while it has unsaved changes. */
  tabName(document: vscode.TextDocument): string | undefined;
  saveState(uri: vscode.Uri): SaveState;
  /** Whether the server no longer has the object. */
  isDeleted(uri: vscode.Uri): boolean;
  /** The version that the text is based on, and the object as last seen on the server. */
  versions(uri: vscode.Uri): Versions | undefined;
  /** The problems that the server reported at the last save. */
  serverProblems(uri: vscode.Uri): readonly DraftProblem[];
  /** One of the above has changed for this document. */
  readonly onDidChangeState: vscode.Event<vscode.Uri>;
  /** A save was rejected because of these fields, which are marked by then. */
  readonly onDidRejectFields: vscode.Event<{ readonly uri: vscode.Uri; readonly fields: readonly string[] }>;
  save(uri: vscode.Uri): Promise<void>;
  openJson(uri: vscode.Uri): Promise<void>;
  compare(uri: vscode.Uri): Promise<void>;
  /** Overwrites the changes of others that the user has seen: those in the version `shown`. */
  overwrite(uri: vscode.Uri, shown: Draft | undefined): Promise<void>;
  /** Saves, and preserves what others added to the same lists in the meantime. */
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
  /** For pauses between changes that arrive together. */
  readonly clock: Clock;
  readonly documents: FormDocuments;
  /** Finds the ID of a group with the user's help; `undefined` when they give up. */
  findGroupId(session: ServerSession, group: Group): Promise<number | undefined>;
  /** Asks for a name for the ID. */
  nameId(serverId: string, field: LabelledField, id: number): Promise<void>;
}
