/**
 * Resolves once VS Code has received what is returned in this turn: a timer sends its messages. VS Code then creates
 * the frame of a page while the page itself is being made here.
 */
export function afterReturn(): Promise<void> {
  return new Promise(resolve => setImmediate(() => setTimeout(resolve)));
}
