import * as vscode from 'vscode';
import { markdownText } from '../host/safeText.ts';
import { displayText } from '../util/displayText.ts';

// Text of the server is appended as text here, never as markup.

/** A tooltip whose first line is this name. */
export function titledTooltip(name: string): vscode.MarkdownString {
  return new vscode.MarkdownString()
    .appendMarkdown('**')
    .appendMarkdown(markdownText(name))
    .appendMarkdown('**\n\n');
}

/** Labels with their values as a list; those without a value are left out. `longest` in characters. */
export function appendFacts(
  tooltip: vscode.MarkdownString,
  facts: readonly (readonly [label: string, value: string])[],
  longest = 300,
): void {
  for (const [label, value] of facts) {
    if (value) appendItem(tooltip, `${label}: ${displayText(value, longest)}`);
  }
}

export function appendItem(tooltip: vscode.MarkdownString, text: string): void {
  tooltip.appendMarkdown('- ').appendMarkdown(markdownText(text)).appendMarkdown('\n');
}
