/** Replaces every occurrence of a secret in text that may be shown, logged or thrown. */
export type Redact = (text: string) => string;

const mark = '•••';

/** Secrets shorter than this occur by chance in ordinary text, and no server issues such tokens. */
const shortestSecret = 4;

export function createRedactor(secrets: Iterable<string | undefined>): Redact {
  const known = [...secrets].filter(secret => secret !== undefined);
  // Longest first: a secret may begin with another one, and removing that first would leave the rest.
  const ordered = known.filter(secret => secret.length >= shortestSecret).sort((a, b) => b.length - a.length);
  return text => ordered.reduce((clean, secret) => clean.replaceAll(secret, mark), text);
}
