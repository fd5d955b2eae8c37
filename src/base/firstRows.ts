import { rowsSentMs } from './afterSending.ts';

/** How long the rest of a window waits for rows from a slow server. */
const longestWaitMs = 150;

type Action = () => void;

/** What waits; `undefined` if nothing needs to. */
let waiting: Action[] | undefined;

/**
 * From now on, what VS Code would draw or we would compute before the first rows of the window waits for them: other
 * views, toolbars, the status bar and texts around the rows.
 */
export function waitForFirstRows(): void {
  waiting = [...(waiting ?? [])];
  endIn(longestWaitMs);
}

/** Call this when rows are returned to VS Code. */
export function rowsReturned(): void {
  if (waiting !== undefined) endIn(rowsSentMs);
}

/** Acts once VS Code has the first rows, in the order of the calls; usually at once. */
export function afterFirstRows(act: Action): void {
  if (waiting === undefined) act();
  else waiting.push(act);
}

function endIn(ms: number): void {
  const ended = waiting;
  setTimeout(() => {
    if (waiting === undefined || waiting !== ended) return;
    waiting = undefined;
    for (const act of ended) act();
  }, ms);
}
