import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { setContextKey } from '../../../workbench/platform/contextKeys.ts';
import { defaultFolderName, manifestName } from '../common/exportedFolder.ts';
import { hasFilesKey } from './hasFilesKey.ts';

/** Offers “Export to Workspace…” in the title of Git repositories if jobs and groups were exported to the usual place. */
export async function findExportedFiles(): Promise<void> {
  const folders = vscode.workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file') ?? [];
  const manifests = folders.flatMap(({ uri: { fsPath } }) => [
    join(fsPath, manifestName),
    join(fsPath, defaultFolderName, manifestName),
  ]);
  const isFound = Promise.any(manifests.map(path => access(path))).then(
    () => true,
    () => false,
  );
  setContextKey(hasFilesKey, await isFound);
}
