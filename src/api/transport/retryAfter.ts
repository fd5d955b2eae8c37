const shortestMs = 1_000;
const longestMs = 5 * 60_000;

/**
 * Parses `Retry-After` (RFC 9110 10.2.3: seconds or an HTTP date) into milliseconds, clamped to 1 s … 5 min;
 * `undefined` for anything else. A date is relative to the response's `Date`, because the local clock may be wrong.
 */
export function parseRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  nowMs: number,
): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return clamp(Number(text) * 1_000);
  const dateMs = parseDate(text);
  return dateMs === undefined ? undefined : clamp(dateMs - (parseDate(dateHeader ?? '') ?? nowMs));
}

function parseDate(text: string): number | undefined {
  const dateMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

function clamp(delayMs: number): number {
  return Math.min(Math.max(delayMs, shortestMs), longestMs);
}
