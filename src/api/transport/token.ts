/**
 * The token as it may appear in a header, or `undefined` if it cannot. Strips what is often pasted along: white
 * space, surrounding quotes, `Token ` and the header's name. Anything but visible ASCII without quotes is rejected,
 * to prevent header injection.
 */
export function normalizeToken(text: string): string | undefined {
  const token = bareToken(text);
  const isUsable = /^[\x21\x23-\x26\x28-\x7e]{1,4096}$/.test(token);
  return isUsable && unreplacedVariable(token) === undefined ? token : undefined;
}

const variables = [
  /^\$\{[^}]*\}$/,
  /^\$\([^)]*\)$/,
  /^\$(env:)?[a-z_]\w*$/i,
  /^%[^%]+%$/,
  /^!\w+!$/,
  /^\{\{.*\}\}$/s,
  /^<[^>]*>$/,
  /^@[\w-]*@$/,
] as const;

/** A variable or a placeholder in place of the token, which another program should have replaced by it. */
export function unreplacedVariable(text: string): string | undefined {
  const token = bareToken(text);
  return variables.some(pattern => pattern.test(token)) ? token : undefined;
}

function bareToken(text: string): string {
  const bare = unquote(text).replace(/^Authorization:/i, '');
  return unquote(unquote(bare).replace(/^Token\s/i, ''));
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return /^(["']).*\1$/s.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}
