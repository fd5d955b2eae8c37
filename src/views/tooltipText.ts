import * as vscode from 'vscode';
import { t } from '../platform/localize.ts';
import { markdownText } from '../platform/safeText.ts';
import { displayText } from '../util/displayText.ts';
import type { JsonObject } from '../util/json.ts';
import { extraFacts, type Fact } from './facts.ts';

// Server text is appended as text, never as Markdown.

/** A tooltip that starts with this name. */
export function titledTooltip(name: string): vscode.MarkdownString {
  return new vscode.MarkdownString()
    .appendMarkdown('**')
    .appendMarkdown(markdownText(name))
    .appendMarkdown('**\n\n');
}

/** The limit for values; lists of names were already shortened at whole names (`shortList`). */
const longestValue = 1_000;

/** A table of labels and values, whose first row is highlighted; empty values are omitted. */
export function appendFacts(tooltip: vscode.MarkdownString, facts: readonly Fact[]): void {
  appendTable(tooltip, rowsOf(facts));
}

/** The undocumented fields, below a heading. */
export function appendExtraFields(tooltip: vscode.MarkdownString, extra: JsonObject): void {
  const rows = rowsOf(extraFacts(extra));
  if (rows.length > 0) appendTable(tooltip, [[t('Other fields'), ''], ...rows]);
}

export function appendParagraph(tooltip: vscode.MarkdownString, text: string): void {
  tooltip.appendMarkdown(markdownText(displayText(text, longestValue))).appendMarkdown('\n\n');
}

type Row = readonly [label: string, value: string];

function rowsOf(facts: readonly Fact[]): Row[] {
  return facts.flatMap(([label, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    return values.filter(text => text !== '').map((text, index): Row => [index === 0 ? label : '', text]);
  });
}

function appendTable(tooltip: vscode.MarkdownString, rows: readonly Row[]): void {
  rows.forEach((cells, index) => {
    const row = cells.map(text => markdownText(displayText(text, longestValue))).join(' | ');
    tooltip.appendMarkdown(`| ${row} |\n`);
    if (index === 0) tooltip.appendMarkdown('|:--|:--|\n');
  });
  tooltip.appendMarkdown('\n');
}
