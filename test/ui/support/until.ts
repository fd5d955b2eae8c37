import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 15_000;
const POLL_MS = 50;

/** Reads again and again until the value is as wanted; for what no event or element of the page tells. */
export async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > end) throw new Error(`Waited in vain; the last value was ${JSON.stringify(value)}`);
    await delay(POLL_MS);
  }
}
