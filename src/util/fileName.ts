import { displayText } from './displayText.ts';

/** A file name for display: characters that paths cannot contain become spaces. */
export function fileName(name: string, fallback: string): string {
  // JSON may contain a lone surrogate, which VS Code cannot encode in a URI.
  const whole = name.replace(/\p{Surrogate}/gu, '\uFFFD');
  const cleaned = displayText(whole.replace(/[/\\:*?"<>|%#]/g, ' '), 80).replace(/\s+/g, ' ');
  return cleaned.replace(/^\.+|\.+$/g, '') || fallback;
}
