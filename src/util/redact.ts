/** Replaces every occurrence of a secret in text that may be shown, logged or thrown. */
export type Redact = (text: string) => string;

const mark = '•••';

/** Shorter secrets would occur in ordinary text by chance, and no server issues such short tokens. */
const shortestSecret = 4;

/** All secrets for which a redactor was created. */
const secretsInUse = new Set<string>();
let redactInUse: Redact = text => text;

export function createRedactor(secrets: Iterable<string | undefined>): Redact {
  const known = [...secrets]
    .filter(secret => secret !== undefined)
    .filter(secret => secret.length >= shortestSecret);
  const redact = redactorOf(known);
  if (known.every(secret => secretsInUse.has(secret))) return redact;
  for (const secret of known) secretsInUse.add(secret);
  redactInUse = redactorOf(secretsInUse);
  return redact;
}

/** Call it before a text is cut: nothing recognizes a part of a secret afterwards. */
export function withoutSecrets(text: string): string {
  return redactInUse(text);
}

function redactorOf(secrets: Iterable<string>): Redact {
  const known = [...secrets].flatMap(secret => [secret, JSON.stringify(secret).slice(1, -1)]);
  // Longest first: where one secret is a prefix of another, replacing it first would leave the rest readable.
  const ordered = [...new Set(known)].sort((a, b) => b.length - a.length);
  return text => ordered.reduce((clean, secret) => clean.replaceAll(secret, mark), text);
}
