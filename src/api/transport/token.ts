/**
 * The token as it may appear in a header, or `undefined` if it cannot. Strips what is often pasted along: white
 * space, surrounding quotes, `Token ` and the header's name. Anything but visible ASCII without quotes is rejected,
 * to prevent header injection.
 */
export function normalizeToken(text: string): string | undefined {
  const bare = unquote(text).replace(/^Authorization:/i, '');
  const token = unquote(unquote(bare).replace(/^Token\s/i, ''));
  return /^[\x21\x23-\x26\x28-\x7e]{1,4096}$/.test(token) ? token : undefined;
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return /^(["']).*\1$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}
