const shortestMs = 1_000;
const longestMs = 5 * 60_000;

/**
 * `Retry-After` (RFC 9110 10.2.3: seconds or an HTTP date) in milliseconds, clamped to 1 s … 5 min; garbage
 * reads as absent. A date is by the server's own clock, known from its `Date`: the clock here may be wrong.
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
