import type { Localizer } from './localizer.ts';
import { cutMark } from './redact.ts';

const controls = /[\p{Cc}\u2028\u2029]+/gu;
// Embeddings, overrides and isolates, which reorder the surrounding text.
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Characters without a shape, except where a script or an emoji sequence needs them to join its characters. */
const invisible =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}]|(?!\uFE0F)\p{M})(?:\u200C|\u200D|\uFE0F)|(?:\u200C|\u200D)(?!\S)|(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

/**
 * Server text as one line for labels: control characters become spaces, direction marks are removed, other invisible
 * characters are written as `<U+200B>`, so that names which differ only by them are told apart, and text longer than
 * `maxLength` characters is cut with an ellipsis.
 */
export function displayText(text: string, maxLength = 200): string {
  return cutText(oneLine(text), maxLength);
}

/** A name as it is copied: on one line, with a symbol for each line break, tab or other control character. */
export function copiedLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]/gu, character =>
    character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\u2424',
  );
}

/** `displayText` without the cut, for text that is processed further. */
export function oneLine(text: string): string {
  return text.replace(controls, ' ').replace(bidiControls, '').replace(invisible, codePointText).trim();
}

function codePointText(character: string): string {
  return `<U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}>`;
}

export function cutText(text: string, maxLength: number): string {
  // A character is at least one unit of the string's length.
  if (text.length <= maxLength) return text;
  const characters = Array.from(text.slice(0, maxLength * 2 + 2));
  return characters.length > maxLength ? characters.slice(0, maxLength - 1).join('') + cutMark : text;
}

/** Joins texts with a separator, skipping empty and absent ones. */
export function joinTexts(separator: string, ...texts: readonly (string | false | undefined)[]): string {
  return texts.filter(text => text !== undefined && text !== false && text !== '').join(separator);
}

/** "A, B and 3 more", for prompts and reports. */
export function listNames<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  atMost: number,
  { language, t, plural }: Localizer,
): string {
  const names = items.slice(0, atMost).map(item => t('“{name}”', { name: displayText(nameOf(item), 80) }));
  const hidden = items.length - names.length;
  const more = hidden > 0 ? [plural('{count} more|{count} more', hidden)] : [];
  return new Intl.ListFormat(language, { type: 'conjunction' }).format([...names, ...more]);
}

/** FNV-1a hash as four characters. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ Number(character.codePointAt(0)), 0x01000193);
  return (hash >>> 0).toString(36).padStart(4, '0').slice(-4);
}

/** A file name for display: characters that paths cannot contain become spaces. */
export function fileName(name: string, fallback: string): string {
  // JSON may contain a lone surrogate, which VS Code cannot encode in a URI.
  const whole = name.replace(/\p{Surrogate}/gu, '\uFFFD');
  const cleaned = displayText(whole.replace(/[/\\:*?"<>|%#]/g, ' '), 80).replace(/\s+/g, ' ');
  return cleaned.replace(/^\.+|\.+$/g, '') || fallback;
}
