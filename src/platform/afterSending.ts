/**
 * Does work after VS Code has sent what it was given so far: it sends with the next timers, and these would wait
 * for a longer piece of work.
 */
export function afterSending(work: () => void): void {
  setImmediate(() => setTimeout(work, 0));
}

/** Resolves after VS Code has sent what it was given so far. */
export function sent(): Promise<void> {
  return new Promise(afterSending);
}
