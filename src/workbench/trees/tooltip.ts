import * as vscode from 'vscode';
import { displayText } from '../../base/displayText.ts';
import type { JsonObject } from '../../base/json.ts';
import { plural, t } from '../platform/localize.ts';
import { markdownText } from '../platform/safeText.ts';

/** One row of a tooltip's table, or several under one label. */
export type Fact = readonly [label: string, value: string | readonly string[]];

// Server text is appended as text, never as Markdown.

/** A tooltip that starts with this name. */
export function makeTooltip(name: string): vscode.MarkdownString {
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

/** Marks in colors of the theme, followed by what they mean. */
export function appendMarks(
  tooltip: vscode.MarkdownString,
  marks: readonly (readonly [mark: string, color: string])[],
  text: string,
): void {
  // All other text is escaped, so it cannot contain HTML.
  tooltip.supportHtml = true;
  const spans = marks.map(([mark, color]) => {
    const variable = `--vscode-${color.replaceAll('.', '-')}`;
    return `<span style="color:var(${variable});">${mark}</span>`;
  });
  tooltip.appendMarkdown(`${spans.join(' ')} `);
  appendParagraph(tooltip, text);
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

const listLength = 400;
const nameLength = 200;

/** Complete names up to a readable total length, followed by how many more there are. */
export function shortList(names: readonly string[]): string {
  const listed: string[] = [];
  let length = 0;
  for (const name of names.map(text => displayText(text, nameLength))) {
    length += name.length + 2;
    if (listed.length > 0 && length > listLength) break;
    listed.push(name);
  }
  const hidden = names.length - listed.length;
  const text = listed.join(', ');
  return hidden === 0 ? text : `${text} ${plural('and {count} more|and {count} more', hidden)}`;
}

const mostFields = 20;
const deepest = 3;

/** Undocumented fields as rows; each field of an object gets its own row ("owner.name"). */
function extraFacts(extra: JsonObject): Fact[] {
  const facts = Object.entries(extra).flatMap(([key, value]) => factsOf(key, value, 1));
  const hidden = facts.length - mostFields;
  if (hidden <= 0) return facts;
  const more = plural('{count} more field|{count} more fields', hidden);
  return [...facts.slice(0, mostFields), ['…', more]];
}

function factsOf(key: string, value: unknown, depth: number): Fact[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    const isPlain = value.every(item => typeof item !== 'object' || item === null);
    return value.length === 0 ? [] : [[key, isPlain ? shortList(value.map(String)) : JSON.stringify(value)]];
  }
  if (typeof value !== 'object') return [[key, String(value)]];
  if (depth === deepest) return [[key, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => factsOf(`${key}.${name}`, inner, depth + 1));
}
