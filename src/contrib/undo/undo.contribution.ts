import * as vscode from 'vscode';
import type { Contribution } from '../../workbench/contribution.ts';
import { InterruptedRuns } from './vscode/interruptedRuns.ts';
import { undoActions } from './vscode/undoActions.ts';
import { undoCommands } from './vscode/undoCommands.ts';
import { UndoOffer } from './vscode/undoOffer.ts';

/** What was changed: its list, undo, retry, and what a closed window has left. */
export const undo: Contribution = workbench => {
  const interrupted = new InterruptedRuns(workbench, workbench.journal);
  return {
    commands: undoCommands,
    runActions: undoActions(workbench),
    disposables: [
      new UndoOffer(workbench.journal),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) interrupted.focused();
      }),
    ],
    resume: () => interrupted.check(),
  };
};
