/** Options of other programs by which a person may try to pass a token. */
const secretOption = /^--?(api-?)?(token|key|password|passwd|secret|auth(orization)?)(=|$)/i;
/** Forty hexadecimal digits are a token of Django REST framework; three parts with dots a JSON web token. */
const secretValue =
  /(^|=)\s*(Authorization:\s*)?((Token|Bearer)\s+\S{8,}|[0-9a-f]{40}|eyJ[\w-]+\.[\w-]+\.[\w-]*)\s*$/i;
const withPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i;

/**
 * Whether an argument looks like a token or contains one. Arguments are visible to every user of the computer, and
 * shells and CI logs store them.
 */
export function looksSecret(argument: string, token: string | undefined): boolean {
  if (token !== undefined && token.length >= 8 && argument.includes(token)) return true;
  return secretOption.test(argument) || secretValue.test(argument) || withPassword.test(argument);
}
