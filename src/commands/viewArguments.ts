import * as vscode from 'vscode';
import type { Args, Uses } from './commandContext.ts';

/** The argument in the key bindings of views: the command applies to the focused row. */
const focused = 'focused';

/** Whether the command was run by a key in a view. It then applies to the focused row, unlike from the palette. */
export function isFromKey(args: Args): boolean {
  return args[0] === focused;
}

/**
 * Whether a command applies to the selection. A menu on several selected rows passes them, but with `undefined` while
 * VS Code is refreshing the tree.
 */
export function isForSelection(args: Args): boolean {
  return args.length === 0 || (args[0] === undefined && Array.isArray(args[1]) && args[1].length > 1);
}

/**
 * The rows that a menu of a view passes: all selected ones if the clicked one is among them, otherwise only the
 * clicked one.
 */
export function rowsIn(args: Args): readonly unknown[] {
  return Array.isArray(args[1]) && args[1].length > 0 ? args[1] : args.slice(0, 1);
}

/** In the title bar of an editor, the argument is the URI of its document, which is replaced by its job or group. */
export function objectArguments(context: Uses<'documents'>, args: Args): readonly unknown[] {
  const [uri] = args;
  const object = uri instanceof vscode.Uri ? context.documents.objectOf(uri) : undefined;
  return object?.id === undefined ? args : [{ id: object.id, server: object.serverId }];
}
