import * as vscode from 'vscode';
import type { Activate } from '../../workbench/platform/activation/activate.ts';

/** Registered at once, because VS Code opens links only for a short time. */
export const acceptLinks: Activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.window.registerUriHandler({
      handleUri: ({ path, query }) =>
        void vscode.commands.executeCommand('deviceAutomation.link.open', path, query),
    }),
  );
};
