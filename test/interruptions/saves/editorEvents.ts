import type { FileStat } from 'vscode';
import type { Uri } from '../../support/vscode/vscodeFake.ts';
import type { Files } from './fileCalls.ts';
import type { TextEditor } from './textEditor.ts';
import { TextDocumentSaveReason } from './vscode.ts';

export type SaveReason = 'hand' | 'overwrite' | 'afterDelay' | 'focusOut' | 'extension';

/** The code that the extension host receives for each reason. */
export const reasonCodes: Readonly<Record<SaveReason, number>> = {
  hand: TextDocumentSaveReason.Manual,
  overwrite: TextDocumentSaveReason.Manual,
  afterDelay: TextDocumentSaveReason.AfterDelay,
  focusOut: TextDocumentSaveReason.FocusOut,
  // VS Code does not report that no user was involved.
  extension: TextDocumentSaveReason.Manual,
};

export interface EditorEvents {
  /** The text is now what the file system returned; `startedAt` is when it was requested. */
  loaded(editor: TextEditor, load: Load): void;
  saving(editor: TextEditor, save: SaveCall): void;
  saved(editor: TextEditor, save: SaveCall): void;
  refused(editor: TextEditor, save: SaveCall, refusal: Refusal): void;
}

export interface Load {
  readonly isRevert: boolean;
  readonly startedAt: number;
  readonly startedMs: number;
}

export interface SaveCall {
  readonly reason: SaveReason;
  readonly text: string;
  readonly startedAt: number;
}

export interface Refusal {
  /** Whether it is VS Code's own rejection: the file is newer. */
  readonly isNewer: boolean;
  readonly message: string;
}

export interface Backup {
  readonly uri: Uri;
  readonly text: string;
  readonly stat: FileStat | undefined;
}

export interface EditorParts {
  /** Which of the user's windows has it open. */
  readonly slot: number;
  readonly uri: Uri;
  readonly files: Files;
  readonly events: EditorEvents;
  readonly now: () => number;
  /** Whether `files.saveConflictResolution` is `overwriteFileOnDisk`. */
  readonly overwritesOnDisk: () => boolean;
}

/** The manual save offered in VS Code's own notification of a rejected save. */
export type Notification = 'conflict' | 'error' | undefined;
