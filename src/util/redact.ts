/** Replaces every occurrence of a secret in text that may be shown, logged or thrown. */
export type Redact = (text: string) => string;

const mark = '•••';

/** Shorter secrets would occur in ordinary text by chance, and no server issues such short tokens. */
const shortestSecret = 4;

export function createRedactor(secrets: Iterable<string | undefined>): Redact {
  const known = [...secrets].filter(secret => secret !== undefined);
  // Longest first: where one secret is a prefix of another, replacing it first would leave the rest readable.
  const ordered = known.filter(secret => secret.length >= shortestSecret).sort((a, b) => b.length - a.length);
  return text => ordered.reduce((clean, secret) => clean.replaceAll(secret, mark), text);
}
