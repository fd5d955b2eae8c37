/** Turns text into a sentence with a capital letter and a full stop. */
export function asSentence(words: string, language: string): string {
  if (words === '') return '';
  // Russian dates already end in the full stop of «г.».
  const stop = /[.…]$/.test(words) ? '' : '.';
  return `${words.charAt(0).toLocaleUpperCase(language)}${words.slice(1)}${stop}`;
}
