import { isRecord } from './json.ts';

/** The character that a decoder substitutes for invalid bytes. */
const replacement = '\uFFFD';

/** Names of the fields whose text lost characters when it was decoded. */
export function findDamagedFields(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value).filter(key => isDamaged(key) || isDamaged(value[key])) : [];
}

function isDamaged(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(replacement);
  return Array.isArray(value) ? value.some(isDamaged) : findDamagedFields(value).length > 0;
}
