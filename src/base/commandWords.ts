/**
 * The program and arguments in a line, with quotes around words that contain spaces; `undefined` if a quote is not
 * closed. A backslash has no meaning of its own, because Windows has it in paths.
 */
export function commandWords(line: string): readonly string[] | undefined {
  const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
  if (line.replace(word, '').trim() !== '') return undefined;
  return (line.match(word) ?? []).map(text =>
    text.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single = '') => double ?? single),
  );
}

/** The line from which `commandWords` gets these words. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (/^[^\s"']+$/.test(word)) return word;
  return word.includes('"')
    ? word
        .split(/(?<=")|(?=")/)
        .map(part => (part === '"' ? `'"'` : `"${part}"`))
        .join('')
    : `"${word}"`;
}
