import { isRecord } from './json.ts';

/** What a decoder puts in the place of bytes that are no text. */
const replacement = '\uFFFD';

/** Fields of an object whose text, or a text in them, lost characters where bytes were read as text. */
export function damagedFields(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).filter(key => isDamaged(key) || isDamaged(value[key])) : [];
}

function isDamaged(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(replacement);
  return Array.isArray(value) ? value.some(isDamaged) : damagedFields(value).length > 0;
}
