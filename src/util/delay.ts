/** Resolves after `delayMs`; rejects with the signal's reason when it is aborted before. */
export async function delay(delayMs: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>(resolve => {
    timer = setTimeout(resolve, delayMs);
  });
  await (signal === undefined ? passed : untilAborted(passed, signal)).finally(() => clearTimeout(timer));
}

export type Delay = typeof delay;

/** The promise, or the signal's reason when that comes first; the work behind the promise continues. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
