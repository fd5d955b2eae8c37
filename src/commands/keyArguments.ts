/** What the key bindings of the views pass: the command is for the row that has the focus. */
const focused = 'focused';

/** Whether a key in a view runs the command: unlike the palette, it is for the focused row, not for the selection. */
export function isFromKey(args: readonly unknown[]): boolean {
  return args[0] === focused;
}

/**
 * Whether a command is for what is selected. A menu of several selected rows passes them, but as `undefined` while
 * VS Code reads the tree again.
 */
export function isForSelection(args: readonly unknown[]): boolean {
  return args.length === 0 || (args[0] === undefined && Array.isArray(args[1]) && args[1].length > 1);
}
