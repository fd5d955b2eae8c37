/** Replaces every occurrence of a secret in text that may be shown, logged or thrown. */
export type Redact = (text: string) => string;

const mark = '•••';

/** Where a text was cut. */
export const cutMark = '…';

/** Shorter secrets would occur in ordinary text by chance, and no server issues such short tokens. */
const shortestSecret = 4;
const shortestLearned = 8;

/** Secrets that commands of the user printed. Every redactor removes them, also an older one. */
const learned = new Set<string>();

export function learnSecret(secret: string): void {
  // A command also prints short words, such as names of sites, which occur in data.
  if (secret.length >= shortestLearned) learned.add(secret).add(encodeURIComponent(secret));
}

/**
 * Whoever writes text to somewhere else removes the secrets that it knows. The beginning of one at a `…`, where a text
 * was cut before, is removed as well; so a cut ends with that sign, or comes after the redactor.
 */
export function createRedactor(secrets: Iterable<string | undefined>): Redact {
  const own = [...secrets].filter(secret => secret !== undefined);
  let [ordered, count] = [orderedForms(own), 0];
  return text => {
    if (learned.size > count) [ordered, count] = [orderedForms([...own, ...learned]), learned.size];
    const clean = ordered.reduce((rest, secret) => rest.replaceAll(secret, mark), text);
    const parts = clean.split(cutMark);
    return parts
      .map((part, index) => (index < parts.length - 1 ? withoutBeginning(part, ordered) : part))
      .join(cutMark);
  };
}

/** As they may occur in a text. */
function orderedForms(secrets: readonly string[]): readonly string[] {
  const known = secrets
    .filter(secret => secret.length >= shortestSecret)
    .flatMap(secret => [secret, JSON.stringify(secret).slice(1, -1)]);
  // Longest first: where one secret is a prefix of another, replacing it first would leave the rest readable.
  return [...new Set(known)].sort((a, b) => b.length - a.length);
}

function withoutBeginning(part: string, secrets: readonly string[]): string {
  const lengths = secrets.map(secret => {
    let length = Math.min(secret.length, part.length);
    while (length >= shortestSecret && !part.endsWith(secret.slice(0, length))) length -= 1;
    return length;
  });
  const longest = Math.max(0, ...lengths);
  return longest < shortestSecret ? part : part.slice(0, -longest) + mark;
}
