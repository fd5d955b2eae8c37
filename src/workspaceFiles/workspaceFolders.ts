import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { manifestName } from '../files/manifest.ts';
import type { PlanItem } from '../files/plan.ts';
import { localizer } from '../platform/localize.ts';
import type { FolderPlan } from './shownPlan.ts';
import { itemUri, serverUri } from './shownPlan.ts';

/** Folders of the workspace, as far as commands on files need them. */
export interface WorkspaceFolders {
  /** Folders that have a manifest. */
  withManifest(): Promise<readonly string[]>;
  /** The place of a first export in each folder of the workspace. */
  proposed(): readonly string[];
  /** The folder that the user chooses in a dialog. */
  choose(): Promise<string | undefined>;
  openManifest(folder: string): Promise<void>;
  /** VS Code's diff of what the server has and the file. */
  compare(shown: FolderPlan, item: PlanItem): Promise<void>;
  /** Shows the plans in the Source Control view. */
  showPlans(): Promise<void>;
}

const mostManifests = 50;

export const workspaceFolders: WorkspaceFolders = {
  async withManifest() {
    const found = await vscode.workspace.findFiles(`**/${manifestName}`, '**/node_modules/**', mostManifests);
    return found.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => dirname(fsPath));
  },
  proposed: () =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => join(uri.fsPath, 'device-automation')),
  async choose() {
    const [chosen] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: localizer.t('Export Here'),
      })) ?? [];
    return chosen?.scheme === 'file' ? chosen.fsPath : undefined;
  },
  async openManifest(folder) {
    await vscode.window.showTextDocument(vscode.Uri.file(join(folder, manifestName)));
  },
  async compare(shown, item) {
    const server = serverUri(shown, item);
    if (item.file === undefined) return void (await vscode.window.showTextDocument(server));
    const file = itemUri(shown, item);
    if (item.object === undefined) return void (await vscode.window.showTextDocument(file));
    const title = localizer.t('{name}: {server} ↔ file', {
      name: item.name,
      server: shown.plan.server.name,
    });
    await vscode.commands.executeCommand('vscode.diff', server, file, title);
  },
  async showPlans() {
    await vscode.commands.executeCommand('workbench.view.scm');
  },
};
