import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { defaultFolderName, manifestName } from '../files/exportedFolder.ts';
import { setContextKey } from './contextKeys.ts';
import { contextKeys } from './ids.ts';

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
  setContextKey(contextKeys.hasFiles, await isFound);
}
