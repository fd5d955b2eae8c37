import * as vscode from 'vscode';

const longestPauseMs = 500;
let last: { readonly row: unknown; readonly atMs: number } | undefined;

/**
 * Whether a click on a row is the second of a double click. VS Code runs a row's command on each click, unless the
 * user has set lists to open on double click.
 */
export function isDoubleClick(row: unknown, nowMs = performance.now()): boolean {
  if (vscode.workspace.getConfiguration('workbench.list').get('openMode') === 'doubleClick') return true;
  const isSecond = last !== undefined && last.row === row && nowMs - last.atMs <= longestPauseMs;
  last = isSecond ? undefined : { row, atMs: nowMs };
  return isSecond;
}
