/** Replaces every occurrence of a secret in text that may be shown, logged or thrown. */
export type Redact = (text: string) => string;

const mark = '•••';

/** Secrets shorter than this occur by chance in ordinary text, and no server issues such tokens. */
const shortestSecret = 4;

export function createRedactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets.filter(secret => secret !== undefined && secret.length >= shortestSecret);
  return text =>
    known.reduce<string>((clean, secret) => (secret ? clean.replaceAll(secret, mark) : clean), text);
}
