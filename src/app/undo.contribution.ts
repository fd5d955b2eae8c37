import * as vscode from 'vscode';
import { InterruptedRuns } from '../commands/interruptedRuns.ts';
import { undoActions } from '../commands/undoActions.ts';
import { undoCommands } from '../commands/undoCommands.ts';
import type { Contribution } from './contribution.ts';

/** What was changed: its list, undo, retry, and what a closed window has left. */
export const undo: Contribution = workbench => {
  const interrupted = new InterruptedRuns(workbench, workbench.journal);
  return {
    commands: undoCommands,
    runActions: undoActions(workbench),
    disposables: [
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) interrupted.focused();
      }),
    ],
    resume: () => interrupted.check(),
  };
};
