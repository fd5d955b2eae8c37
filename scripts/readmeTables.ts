import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { englishLocalizer } from '../src/base/localizer.ts';
import { commandTableOf } from '../src/cli/commandTable.ts';
import { completionSummary, completionUsage } from '../src/cli/help.ts';
import { cliContributions } from '../src/cliContributions.ts';
import { contributedTables, type GeneratedTable } from './contributed.ts';
import { repositoryRoot } from './paths.ts';

/** The tables in documents that are generated from tables in the sources. */
export const generatedTables: readonly GeneratedTable[] = [
  {
    file: 'docs/command-line.md',
    name: 'commands',
    head: ['command', 'what it does'],
    rows: cliCommandRows,
  },
  ...contributedTables,
];

/** Returns the document's text with the table updated. */
export async function withTable({ file, name, head, rows }: GeneratedTable): Promise<string> {
  const page = await readFile(join(repositoryRoot, file), 'utf8');
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table of ${name}`);
  return `${page.slice(0, from)}${start}${tableOf(head, rows())}${page.slice(to)}`;
}

const commandLine = commandTableOf(cliContributions);

function cliCommandRows(): string[][] {
  const rows = Array.from(commandLine.commands, ([name, { operands, texts }]) => [
    `\`${[name, operands].join(' ').trim()}\``,
    `${texts(englishLocalizer).summary}.`,
  ]);
  return [...rows, [`\`${completionUsage}\``, `${completionSummary}.`]];
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |\n`;
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`;
}
