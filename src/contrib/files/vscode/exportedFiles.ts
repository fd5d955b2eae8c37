import * as vscode from 'vscode';
import { setContextKey } from '../../../workbench/platform/contextKeys.ts';
import { defaultFolderName, manifestName } from '../common/exportedFolder.ts';
import { hasFilesKey } from './hasFilesKey.ts';

/** Offers “Export to Workspace…” in the title of Git repositories if jobs and groups were exported to the usual place. */
export async function findExportedFiles(): Promise<void> {
  const isFound = Promise.any(usualManifests().map(place => vscode.workspace.fs.stat(place))).then(
    () => true,
    () => false,
  );
  setContextKey(hasFilesKey, await isFound);
}

/** Where the manifest of a workspace folder is after an export to the usual place. */
export function usualManifests(): readonly vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => [
    vscode.Uri.joinPath(uri, manifestName),
    vscode.Uri.joinPath(uri, defaultFolderName, manifestName),
  ]);
}
