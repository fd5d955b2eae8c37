/**
 * The token as it may stand in a header, or `undefined` when it cannot: white space around it and a pasted
 * `Token ` in front are dropped; anything but visible ASCII is refused, so that no header can be injected.
 */
export function normaliseToken(text: string): string | undefined {
  const token = text.trim().replace(/^Token\s+/i, '');
  return /^[\x21-\x7e]{1,4096}$/.test(token) ? token : undefined;
}
