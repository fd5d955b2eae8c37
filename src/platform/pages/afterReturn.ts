/**
 * Resolves once VS Code has what is returned in this turn: its messages leave with a timer. It creates the frame of a
 * page then, in which the page loads while it is being made here.
 */
export function afterReturn(): Promise<void> {
  return new Promise(resolve => setImmediate(() => setTimeout(resolve)));
}
