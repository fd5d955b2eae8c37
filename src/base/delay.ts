/** Resolves after `delayMs`; rejects with the signal's reason when it is aborted first. */
export async function delay(delayMs: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>(resolve => {
    timer = setTimeout(resolve, delayMs);
  });
  await (signal === undefined ? passed : untilAborted(passed, signal)).finally(() => clearTimeout(timer));
}

export type Delay = typeof delay;

/**
 * Settles like the promise, or rejects with the signal's reason if that is aborted first. The underlying work
 * continues.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
