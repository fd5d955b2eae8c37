/** How an extension can find out which row of a tree has the focus. */
export interface FocusProbe {
  /** The selected rows that VS Code currently knows. Rows of a tree that is being refreshed are missing. */
  readonly selection: () => readonly unknown[];
  /** Selects the focused row, or deselects it. */
  readonly toggle: () => Promise<void>;
  readonly pause: () => Promise<void>;
}

/** Enough for a tree that is being refreshed. */
const maxAttempts = 40;

/**
 * The rows that a keybinding applies to: the focused one, followed by the other selected ones if it is selected
 * itself. VS Code reports the selection but not the focus, so this toggles the selection of the focused row to see
 * which row changes. A toggle that changes more or less than one row happened during a refresh and is repeated.
 */
export async function focusedRows(probe: FocusProbe): Promise<readonly unknown[]> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) await probe.pause();
    const before = probe.selection();
    await probe.toggle();
    const after = probe.selection();
    await probe.toggle();
    const restored = probe.selection();
    const [focused, ...others] = difference(before, after);
    if (focused === undefined || others.length > 0 || difference(before, restored).length > 0) continue;
    return before.includes(focused) ? [focused, ...after] : [focused];
  }
  return [];
}

/** Rows that only one of the lists contains. */
function difference(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  return [...one.filter(row => !other.includes(row)), ...other.filter(row => !one.includes(row))];
}
