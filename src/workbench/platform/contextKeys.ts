import * as vscode from 'vscode';
import { afterFirstRows } from '../../base/firstRows.ts';
import { jsonEqual } from '../../base/json.ts';
import type { ContextKey } from './ids.ts';

type ContextValue = string | boolean | readonly string[];

/** Contributions have keys of their own. */
type AnyKey = ContextKey | `deviceAutomation.${string}`;

const current = new Map<AnyKey, ContextValue>();

/** Unsets these keys while `act` runs. */
export async function withoutContextKeys(
  keys: readonly ContextKey[],
  act: () => Thenable<unknown>,
): Promise<void> {
  await new Promise<void>(afterFirstRows);
  const set = keys.filter(key => current.has(key));
  for (const key of set) setInVSCode(key, undefined);
  await act();
  for (const key of set) setInVSCode(key, current.get(key));
}

/**
 * Sets a context key for `when` clauses, where an unset key is false. Does nothing if the value is unchanged. VS Code
 * redraws toolbars for each key, so the first rows come first.
 */
export function setContextKey(key: AnyKey, value: ContextValue): void {
  if (jsonEqual(current.get(key) ?? false, value)) return;
  current.set(key, value);
  afterFirstRows(() => {
    if (current.get(key) === value) setInVSCode(key, value);
  });
}

function setInVSCode(key: AnyKey, value: ContextValue | undefined): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
