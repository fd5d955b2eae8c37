/** What the key bindings of the views pass: the command is for the row that has the focus. */
const focused = 'focused';

/** Whether a key in a view runs the command: unlike the palette, it is for the focused row, not for the selection. */
export function isFromKey(args: readonly unknown[]): boolean {
  return args[0] === focused;
}
