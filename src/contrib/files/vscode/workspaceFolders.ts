import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { defaultFolderName, manifestName } from '../common/exportedFolder.ts';
import type { PlanItem } from '../common/filePlan.ts';
import { type FolderPlan, itemUri, serverUri } from './shownPlan.ts';

const mostManifests = 50;

export type WorkspaceFolders = typeof workspaceFolders;

/** Access to the workspace folders, as far as commands on files need it. */
export const workspaceFolders = {
  /** Folders that have a manifest. */
  async withManifest(): Promise<readonly string[]> {
    const found = await vscode.workspace.findFiles(`**/${manifestName}`, '**/node_modules/**', mostManifests);
    return found.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => dirname(fsPath));
  },
  /** The default location for a first export in each workspace folder. */
  proposed: (): readonly string[] =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => join(uri.fsPath, defaultFolderName)),
  /** The folder that the user chooses in a dialog. */
  async choose(): Promise<string | undefined> {
    const [chosen] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: t('Export Here'),
      })) ?? [];
    return chosen?.scheme === 'file' ? chosen.fsPath : undefined;
  },
  async openManifest(folder: string): Promise<void> {
    await vscode.window.showTextDocument(vscode.Uri.file(join(folder, manifestName)));
  },
  /** Opens VS Code's diff editor with the server's version and the file. */
  async compare(shown: FolderPlan, item: PlanItem): Promise<void> {
    const server = serverUri(shown, item);
    if (item.file === undefined) return void (await vscode.window.showTextDocument(server));
    const file = itemUri(shown, item);
    if (item.object === undefined) return void (await vscode.window.showTextDocument(file));
    const title = t('{name}: {server} ↔ file', {
      name: objectTitle(item, localizer),
      server: shown.plan.server.name,
    });
    await vscode.commands.executeCommand('vscode.diff', server, file, title);
  },
  /** Shows the plans in the Source Control view. */
  async showPlans(): Promise<void> {
    await vscode.commands.executeCommand('workbench.view.scm');
  },
};
