import * as vscode from 'vscode';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { defaultFolderName, manifestName } from '../common/exportedFolder.ts';
import type { PlanItem } from '../common/filePlan.ts';
import { usualManifests } from './exportedFiles.ts';
import { folderId, folderUri } from './folders.ts';
import { type FolderPlan, itemUri, serverUri } from './shownPlan.ts';

const mostManifests = 50;
/** Schemes of file systems on which VS Code itself searches. */
const searched: ReadonlySet<string> = new Set(['file', 'vscode-remote']);

export type WorkspaceFolders = typeof workspaceFolders;

/** Access to the workspace folders, as far as commands on files need it. */
export const workspaceFolders = {
  /** Whether VS Code can search all workspace folders: a virtual file system may have no search. */
  get isSearched(): boolean {
    return (vscode.workspace.workspaceFolders ?? []).every(({ uri }) => searched.has(uri.scheme));
  },
  /** Folders that have a manifest: those that a search finds, and in any case the usual ones. */
  async withManifest(): Promise<readonly string[]> {
    const found = await vscode.workspace.findFiles(`**/${manifestName}`, '**/node_modules/**', mostManifests);
    const usual = usualManifests().filter(({ scheme }) => !searched.has(scheme));
    const stats = await Promise.allSettled(usual.map(uri => vscode.workspace.fs.stat(uri)));
    const manifests = [...found, ...usual.filter((_, index) => stats[index]?.status === 'fulfilled')];
    return [...new Set(manifests.map(uri => folderId(vscode.Uri.joinPath(uri, '..'))))];
  },
  /** The default location for a first export in each workspace folder. */
  proposed: (): readonly string[] =>
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
      folderId(vscode.Uri.joinPath(uri, defaultFolderName)),
    ),
  /** Whether nothing can be written on the folder's file system. */
  isReadOnly: (folder: string): boolean =>
    vscode.workspace.fs.isWritableFileSystem(folderUri(folder).scheme) === false,
  /** The folder that the user chooses in a dialog. */
  async choose(openLabel: string): Promise<string | undefined> {
    const [chosen] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel,
      })) ?? [];
    return chosen && folderId(chosen);
  },
  async openManifest(folder: string): Promise<void> {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folderUri(folder), manifestName));
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
