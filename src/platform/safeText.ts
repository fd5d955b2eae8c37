import { displayText } from '../util/displayText.ts';

/**
 * Server text for a notification or a dialog: VS Code turns `[text](link)` in them into links that run
 * commands, so the pair of brackets is taken apart.
 */
export function noticeText(text: string): string {
  return displayText(text, 1_500).replaceAll('](', '] (');
}

/** Server text for labels in which VS Code draws `$(name)` as an icon (quick picks, status bar). */
export function iconFreeText(text: string, maxLength = 200): string {
  return displayText(text, maxLength).replace(/\$\(/g, '\\$(');
}

/**
 * Server text for Markdown: every sign that could mean something is escaped. `appendText` leaves those that turn
 * an address or a mail address into a link.
 */
export function markdownText(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/**
 * Text after a name in a row: the mark keeps its digits in place when the name is written from
 * right to left.
 */
export function besideName(text: string): string {
  return `\u200e${text}`;
}
