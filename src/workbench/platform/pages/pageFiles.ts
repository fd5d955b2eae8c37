import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { loadError, loadOnce } from '../loadError.ts';

export interface PageFiles {
  readonly style: string;
  readonly script: string;
}

/** Reads the style and the script of a page, each only once. */
export type ReadPageFiles = () => Promise<PageFiles>;

export function pageFiles(extensionUri: vscode.Uri, name: 'form' | 'timeline'): ReadPageFiles {
  const text = (ending: string) =>
    readFile(join(extensionUri.fsPath, 'dist', 'web', `${name}.${ending}`), 'utf8');
  return loadOnce(async () => {
    try {
      const [style, script] = await Promise.all([text('css'), text('js')]);
      return { style, script };
    } catch (error) {
      throw loadError(error);
    }
  });
}
