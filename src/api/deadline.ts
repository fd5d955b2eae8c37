/**
 * Runs with a signal that is aborted by `signal` and, with the reason that `late` makes, when all of it takes
 * too long: a server that sends a byte now and then never meets a limit between two parts.
 */
export async function withDeadline<T>(
  { signal, deadlineMs, late }: Deadline,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(late()), deadlineMs);
  // Minutes long: a program that has nothing else to do need not wait for it.
  timer.unref();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export interface Deadline {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly late: () => Error;
}
