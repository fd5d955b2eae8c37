import * as vscode from 'vscode';
import type { Args, Uses } from './commandContext.ts';

/** The argument of the views' key bindings: the command applies to the focused row. */
const focused = 'focused';

/** Whether a key in a view runs the command: that applies to the focused row, unlike in the palette. */
export function isFromKey(args: Args): boolean {
  return args[0] === focused;
}

/**
 * Whether a command is for what is selected. A menu of several selected rows passes them, but as `undefined` while
 * VS Code reads the tree again.
 */
export function isForSelection(args: Args): boolean {
  return args.length === 0 || (args[0] === undefined && Array.isArray(args[1]) && args[1].length > 1);
}

/**
 * The rows that a menu of a view passes: all selected ones if the clicked one is among them, otherwise that alone.
 */
export function rowsIn(args: Args): readonly unknown[] {
  return Array.isArray(args[1]) && args[1].length > 0 ? args[1] : args.slice(0, 1);
}

/** The title bar of an editor gives a command the URI of its document: that stands for the job or the group. */
export function objectArguments(context: Uses<'documents'>, args: Args): readonly unknown[] {
  const [uri] = args;
  const object = uri instanceof vscode.Uri ? context.documents.objectOf(uri) : undefined;
  return object?.id === undefined ? args : [{ id: object.id, server: object.serverId }];
}
