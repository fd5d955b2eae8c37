import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { loadError } from '../loadError.ts';

export interface PageFiles {
  readonly style: string;
  readonly script: string;
}

/** Reads the style and the script of a page, each once. */
export type ReadPageFiles = () => Promise<PageFiles>;

export function pageFiles(extensionUri: vscode.Uri, name: 'form' | 'timeline'): ReadPageFiles {
  const text = (ending: string) =>
    readFile(join(extensionUri.fsPath, 'dist', 'web', `${name}.${ending}`), 'utf8');
  let known: Promise<PageFiles> | undefined;
  return () => {
    known ??= Promise.all([text('css'), text('js')]).then(
      ([style, script]) => ({ style, script }),
      (error: unknown) => {
        known = undefined;
        throw loadError(error);
      },
    );
    return known;
  };
}

/**
 * Resolves once VS Code has received what is returned in this turn: a timer sends its messages. VS Code then creates
 * the frame of a page while the page itself is being made here.
 */
export function afterReturn(): Promise<void> {
  return new Promise(resolve => setImmediate(() => setTimeout(resolve)));
}
