/** A remote VS Code compresses what it sends in another thread, which takes one or two milliseconds. */
const compressedMs = 3;

/**
 * Does work after VS Code has sent what it was given so far: it sends with the next timers, and these would wait
 * for a longer piece of work.
 */
export function afterSending(work: () => void): void {
  setImmediate(() => setTimeout(() => setTimeout(work, compressedMs), 0));
}

/** Resolves after VS Code has sent what it was given so far. */
export function sent(): Promise<void> {
  return new Promise(afterSending);
}

/** VS Code has the rows of a tree within this time; work meanwhile would hold them up. */
export const rowsSentMs = 50;
