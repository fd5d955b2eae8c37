/** A remote VS Code compresses outgoing messages on another thread, which takes one or two milliseconds. */
const compressedMs = 3;

/**
 * Resolves after VS Code has sent its pending messages, such as what the caller returns in this turn. It sends them
 * from timers, which a long piece of work would delay.
 */
export function messagesSent(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(() => setTimeout(() => setTimeout(resolve, compressedMs), 0));
  });
}

/** VS Code has received the rows of a tree by then; work done earlier would delay them. */
export const rowsSentMs = 50;
