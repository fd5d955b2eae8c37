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
 * itself. VS Code's API has the selection of a tree but not its focus (as of 1.139), so this toggles the selection of
 * the focused row to see which row changes. A selected row that is missing during a refresh looks like a toggled one, so the result counts
 * only if a second toggle confirms it.
 */
export async function findFocusedRows(probe: FocusProbe): Promise<readonly unknown[]> {
  let last: readonly unknown[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0 && last.length === 0) await probe.pause();
    const rows = await toggleRows(probe);
    if (rows.length > 0 && rows[0] === last[0] && difference(rows, last).length === 0) return rows;
    last = rows;
  }
  return [];
}

/** None if more or less than one row changed, which happens during a refresh. */
async function toggleRows({ selection, toggle }: FocusProbe): Promise<readonly unknown[]> {
  const before = selection();
  await toggle();
  const after = selection();
  await toggle();
  const restored = selection();
  const [focused, ...others] = difference(before, after);
  if (focused === undefined || others.length > 0 || difference(before, restored).length > 0) return [];
  return before.includes(focused) ? [focused, ...after] : [focused];
}

function difference(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  return [...one.filter(row => !other.includes(row)), ...other.filter(row => !one.includes(row))];
}
