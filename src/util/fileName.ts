import { displayText } from './displayText.ts';

/** A name that paths can hold; it is only shown, so other characters are replaced by spaces. */
export function fileName(name: string, fallback: string): string {
  // JSON may hold half of a character, of which VS Code can make no URI.
  const whole = name.replace(/\p{Surrogate}/gu, '\uFFFD');
  const cleaned = displayText(whole.replace(/[/\\:*?"<>|%#]/g, ' '), 80).replace(/\s+/g, ' ');
  return cleaned.replace(/^\.+|\.+$/g, '') || fallback;
}
