import { setTimeout as delay } from 'node:timers/promises';
import { errors, type Locator } from 'playwright-core';

/** Generous, for a busy machine: a wait that succeeds does not take it. */
const LIMIT_MS = 60_000;
const POLL_MS = 50;
/** For an attempt, after which comes the next: of what happens at once if it happens at all. */
export const attemptMs = 5_000;

/** Reads again and again until the value is as wanted; for what no event or element of the page tells. */
export async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const value = await within(LIMIT_MS, read, isWanted);
  if (!isWanted(value)) throw new Error(`Waited in vain; the last value was ${JSON.stringify(value)}`);
  return value;
}

/** The same for a time of the caller's; then gives the last value, whatever it is. */
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
 * Does something again until it has worked, as a person would: VS Code misses a click where it is redrawing, and a
 * key while another part takes the keyboard. An attempt that runs into a timeout of its own has not worked.
 */
export async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  await until(
    () => attempt().catch(missed),
    isDone => isDone,
  );
}

/**
 * Clicks once what can be clicked, within the time of an attempt: a click that itself takes longer than that has still
 * been one, and is not to be repeated.
 */
export async function clickOnce(element: Locator): Promise<void> {
  await element.click({ trial: true, timeout: attemptMs });
  await element.click();
}

/** Whether an element is shown within a time. */
export function isShown(element: Locator, timeout = attemptMs): Promise<boolean> {
  return element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

function missed(error: unknown): false {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
}
