import * as vscode from 'vscode';
import { rowsSentMs } from '../util/afterSending.ts';
import { jsonEqual } from '../util/json.ts';
import type { ContextKey } from './ids.ts';

type ContextValue = string | boolean | readonly string[];

const current = new Map<ContextKey, ContextValue>();

/** How long context keys are held back for rows from a slow server. */
const longestHoldMs = 150;
let held: Set<ContextKey> | undefined;

/** VS Code redraws toolbars for each key, so keys are held back until the first rows of a window are visible. */
export function holdContextKeys(): void {
  held ??= new Set();
  setTimeout(setHeldKeys, longestHoldMs);
}

/** Call this when rows are returned to VS Code. */
export function rowsReturned(): void {
  if (held !== undefined) setTimeout(setHeldKeys, rowsSentMs);
}

function setHeldKeys(): void {
  const keys = held ?? [];
  held = undefined;
  for (const key of keys) setInVSCode(key, current.get(key));
}

/** Unsets these keys while `act` runs. */
export async function withoutContextKeys(
  keys: readonly ContextKey[],
  act: () => Thenable<unknown>,
): Promise<void> {
  setHeldKeys();
  const set = keys.filter(key => current.has(key));
  for (const key of set) setInVSCode(key, undefined);
  await act();
  for (const key of set) setInVSCode(key, current.get(key));
}

/** Sets a context key for `when` clauses, where an unset key is false. Does nothing if the value is unchanged. */
export function setContextKey(key: ContextKey, value: ContextValue): void {
  if (jsonEqual(current.get(key) ?? false, value)) return;
  current.set(key, value);
  if (held === undefined) setInVSCode(key, value);
  else held.add(key);
}

function setInVSCode(key: ContextKey, value: ContextValue | undefined): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
