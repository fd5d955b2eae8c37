import { displayText } from '../../base/displayText.ts';

/**
 * Server text for a notification or a dialog. VS Code renders `[text](link)` there as a link that can run commands,
 * so this pair of brackets is split.
 */
export function noticeText(text: string): string {
  return displayText(text, 1_500).replaceAll('](', '] (');
}

/** Server text for labels in which VS Code renders `$(name)` as an icon (quick picks, status bar). */
export function iconFreeText(text: string, maxLength = 200): string {
  return displayText(text, maxLength).replace(/\$\(/g, '\\$(');
}

/**
 * Server text for Markdown, with all punctuation escaped. `appendText` would leave characters that turn URLs and mail
 * addresses into links.
 */
export function markdownText(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Text after a name in a row. The mark keeps digits in place after a name in a right-to-left script. */
export function besideName(text: string): string {
  return `\u200e${text}`;
}
