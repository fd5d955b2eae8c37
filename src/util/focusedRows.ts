/** The access that VS Code gives an extension to the focus of a tree. */
export interface FocusProbe {
  /** The selected rows that VS Code knows now, which excludes those of a tree that is being read again. */
  readonly selection: () => readonly unknown[];
  /** Selects the focused row, or deselects it. */
  readonly toggle: () => Promise<void>;
  readonly pause: () => Promise<void>;
}

/** Enough for a tree that is being read again. */
const maxAttempts = 40;

/**
 * The rows that a keybinding applies to: the focused one, followed by the other selected ones if it is selected itself. VS
 * Code reports what is selected, not what has the focus: toggling its selection shows it. A toggle that changed more or
 * less than one row was reported while the tree was being read again, and is repeated.
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

/** Rows that are in only one of the lists. */
function difference(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  return [...one.filter(row => !other.includes(row)), ...other.filter(row => !one.includes(row))];
}
