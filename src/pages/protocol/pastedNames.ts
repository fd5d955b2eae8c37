const separators = /[\r\n\t,;]/;
const quotes = /^(["'])(.*)\1$/;

/**
 * Host names or addresses from pasted text, such as a spreadsheet column or a comma-separated list. Trimmed and
 * without duplicates, in the original order.
 */
export function readPastedNames(text: string): string[] {
  const names = text.split(separators).map(part => part.trim().replace(quotes, '$2').trim());
  return [...new Set(names.filter(name => name !== ''))];
}

/** Whether the text has several entries and must be added as a list instead of being typed into the field. */
export function isPastedList(text: string): boolean {
  return separators.test(text.trim());
}
