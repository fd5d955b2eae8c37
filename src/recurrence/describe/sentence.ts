/** Words as a sentence, capital letter and full stop included. */
export function asSentence(words: string, language: string): string {
  if (words === '') return '';
  // Russian dates end in the full stop of «г.».
  const stop = /[.…]$/.test(words) ? '' : '.';
  return `${words.charAt(0).toLocaleUpperCase(language)}${words.slice(1)}${stop}`;
}
