import * as vscode from 'vscode';
import type { ContextKey } from './ids.ts';

const current = new Map<ContextKey, string | boolean>();

/** Sets a context key for `when` clauses; says nothing to VS Code when the value is the same. */
export function setContextKey(key: ContextKey, value: string | boolean): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
