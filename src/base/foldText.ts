/** Characters that nobody sees: soft hyphens, joiners, direction and byte order marks. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text of ASCII alone needs only lower case.
const ascii = /^[\x00-\x7F]*$/;

/**
 * Text as names and filters are compared, alike in every locale: regardless of case (ß is ss, and İ, I, ı and i are one
 * letter), of how characters are composed or how wide they are, and of invisible characters. Other letters stay
 * apart, as in VS Code's own filters: е is not ё. It decides what is found or looks alike, never what is written.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const one = text.replace(invisible, '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return one
    .replace(/ς/g, 'σ')
    .replace(/i\u0307/g, 'i')
    .normalize('NFKC');
}
