import * as vscode from 'vscode';
import { withoutContextKeys } from '../platform/contextKeys.ts';
import { contextKeys, extensionId, walkthroughId } from '../platform/ids.ts';

/**
 * The first steps, which VS Code opens by itself only after the installation. VS Code ticks off a step only if the
 * step's key changes after it has read the walkthrough, which it does when one is first opened.
 */
export async function openWalkthrough(): Promise<void> {
  const category = `${extensionId}#${walkthroughId}`;
  const { connected, signedIn, jobOpened, jobSaved } = contextKeys;
  await withoutContextKeys([connected, signedIn, jobOpened, jobSaved], () =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', category, false),
  );
}
