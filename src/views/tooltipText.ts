import * as vscode from 'vscode';
import { markdownText } from '../platform/safeText.ts';
import { displayText } from '../util/displayText.ts';
import type { Fact } from './facts.ts';

// Text of the server is appended as text here, never as markup.

/** A tooltip whose first line is this name. */
export function titledTooltip(name: string): vscode.MarkdownString {
  return new vscode.MarkdownString()
    .appendMarkdown('**')
    .appendMarkdown(markdownText(name))
    .appendMarkdown('**\n\n');
}

/** No value of a field is longer; lists of names are shortened by whole names before (`shortList`). */
const longestValue = 1_000;

/** Labels with their values as a table with a highlighted first row; empty values are omitted. */
export function appendFacts(tooltip: vscode.MarkdownString, facts: readonly Fact[]): void {
  const lines = facts.flatMap(([label, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    return values
      .filter(text => text !== '')
      .map((text, index) => (index === 0 ? [label, text] : ['', text]));
  });
  lines.forEach((cells, index) => {
    const row = cells.map(text => markdownText(displayText(text, longestValue))).join(' | ');
    tooltip.appendMarkdown(`| ${row} |\n`);
    if (index === 0) tooltip.appendMarkdown('|:--|:--|\n');
  });
  tooltip.appendMarkdown('\n');
}

export function appendParagraph(tooltip: vscode.MarkdownString, text: string): void {
  tooltip.appendMarkdown(markdownText(displayText(text, longestValue))).appendMarkdown('\n\n');
}
