const separators = /[\r\n\t,;]/;
const quotes = /^(["'])(.*)\1$/;

/**
 * Host names or addresses from pasted text: a column of a spreadsheet, a list with commas. Trimmed, each once, in their
 * order.
 */
export function pastedNames(text: string): string[] {
  const names = text.split(separators).map(part => part.trim().replace(quotes, '$2').trim());
  return [...new Set(names.filter(name => name !== ''))];
}

/** Whether the text is more than one entry, so that it is taken as a list and not typed into the field. */
export function isPastedList(text: string): boolean {
  return separators.test(text.trim());
}
