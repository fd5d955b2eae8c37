/** FNV-1a hash as four characters. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ Number(character.codePointAt(0)), 0x01000193);
  return (hash >>> 0).toString(36).padStart(4, '0').slice(-4);
}
