import * as vscode from 'vscode';
import { withoutContextKeys } from '../platform/contextKeys.ts';
import { contextKeys, extensionId, walkthroughId } from '../platform/ids.ts';

/**
 * Opens the walkthrough, which VS Code itself only opens after installation. VS Code only completes a step if its
 * context key changes after the walkthrough was read, which happens when one is first opened.
 */
export async function openWalkthrough(): Promise<void> {
  const category = `${extensionId}#${walkthroughId}`;
  const { connected, signedIn, jobOpened, jobSaved } = contextKeys;
  await withoutContextKeys([connected, signedIn, jobOpened, jobSaved], () =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', category, false),
  );
}
