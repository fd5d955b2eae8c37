import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { loadError, loadedOnce } from '../loadError.ts';

export interface PageFiles {
  readonly style: string;
  readonly script: string;
}

/** Reads the style and the script of a page, each only once. */
export type ReadPageFiles = () => Promise<PageFiles>;

export function pageFiles(extensionUri: vscode.Uri, name: 'form' | 'timeline'): ReadPageFiles {
  const text = (ending: string) =>
    readFile(join(extensionUri.fsPath, 'dist', 'web', `${name}.${ending}`), 'utf8');
  return loadedOnce(async () => {
    try {
      const [style, script] = await Promise.all([text('css'), text('js')]);
      return { style, script };
    } catch (error) {
      throw loadError(error);
    }
  });
}

/**
 * Resolves once VS Code has received what the caller returns in this turn; the extension host sends it from a timer.
 * VS Code then creates the page's frame in parallel with the rest.
 */
export function afterReturn(): Promise<void> {
  return new Promise(resolve => setImmediate(() => setTimeout(resolve)));
}
