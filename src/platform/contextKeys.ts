import * as vscode from 'vscode';
import { jsonEqual } from '../util/json.ts';
import type { ContextKey } from './ids.ts';

type ContextValue = string | boolean | readonly string[];

const current = new Map<ContextKey, ContextValue>();

/** Unsets these keys while `act` runs. */
export async function withoutContextKeys(
  keys: readonly ContextKey[],
  act: () => Thenable<unknown>,
): Promise<void> {
  const set = keys.filter(key => current.has(key));
  for (const key of set) void vscode.commands.executeCommand('setContext', key, undefined);
  await act();
  for (const key of set) void vscode.commands.executeCommand('setContext', key, current.get(key));
}

/** Sets a context key for `when` clauses; does nothing when the value is the same. */
export function setContextKey(key: ContextKey, value: ContextValue): void {
  if (jsonEqual(current.get(key), value)) return;
  current.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
