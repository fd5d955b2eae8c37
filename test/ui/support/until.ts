import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Locator } from 'playwright-core';

/** Generous, for a busy machine; a successful wait ends sooner. */
const LIMIT_MS = 60_000;
const POLL_MS = 50;
/** The timeout of one of several attempts, for effects that are immediate if they occur at all. */
export const attemptMs = 5_000;

/** Polls until the value is as wanted, for what no event or element of the page signals. */
export async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const value = await within(LIMIT_MS, read, isWanted);
  if (!isWanted(value)) throw new Error(`Waited in vain; the last value was ${JSON.stringify(value)}`);
  return value;
}

/** Polls until the value is as wanted or the time is up, and resolves with the last value in either case. */
export async function within<T>(
  limitMs: number,
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (isWanted(value) || Date.now() > end) return value;
    await delay(POLL_MS);
  }
}

/**
 * Retries an action until it succeeds: VS Code ignores clicks where it is redrawing, and keys while the focus moves. A
 * timeout inside an attempt counts as a failed attempt.
 */
export async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  await until(
    () => attempt().catch(missed),
    isDone => isDone,
  );
}

/**
 * Waits for an element to be clickable for the time of one attempt, and clicks it. The click itself has no short
 * timeout, because a slow click must not be repeated.
 */
export async function clickOnce(element: Locator): Promise<void> {
  await element.click({ trial: true, timeout: attemptMs });
  await element.click();
}

/** Whether an element becomes visible within the timeout. */
export function isShown(element: Locator, timeout = attemptMs): Promise<boolean> {
  return element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

/** Rethrows everything but a timeout. */
export function missed(error: unknown): false {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
}
