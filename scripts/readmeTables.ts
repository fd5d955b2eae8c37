import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { englishLocalizer } from '../src/base/localizer.ts';
import { keysOf } from '../src/base/tables.ts';
import { commandTableOf } from '../src/cli/commandTable.ts';
import { completionSummary, completionUsage } from '../src/cli/help.ts';
import { cliContributions } from '../src/cliContributions.ts';
import { knownIn } from '../src/contrib/fleetCheck/common/checkedFleet.ts';
import { judgesIn, ruleIds, ruleRows, ruleWhy } from '../src/contrib/fleetCheck/common/fleetRules.ts';
import { repositoryRoot } from './paths.ts';

interface GeneratedTable {
  readonly file: string;
  /** The name of the comments around it. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: () => readonly (readonly string[])[];
}

/** The tables in documents that are generated from tables in the sources. */
export const generatedTables: readonly GeneratedTable[] = [
  {
    file: 'docs/command-line.md',
    name: 'commands',
    head: ['command', 'what it does'],
    rows: cliCommandRows,
  },
  {
    file: 'docs/fleet-check.md',
    name: 'rules',
    head: ['rule', 'severity', 'why', 'known', ...keysOf(knownIn), 'fix'],
    rows: ruleLines,
  },
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
  return [...rows, [`\`${completionUsage}\``, `${completionSummary}.`]].map(cells => cells.map(escapeCell));
}

const ruleFixes: Readonly<Record<string, string>> = {
  'no-target': 'disable the job',
  'report-without-format': 'choose formats',
  'format-without-report': 'remove the formats',
  ended: 'disable the job',
  'device-twice': 'remove the devices that a group contains',
};

function ruleLines(): string[][] {
  return ruleIds.map(rule => {
    const { severity, needs = [] } = ruleRows[rule];
    const known = needs.map(need => `\`${need}\``).join(', ');
    const places = keysOf(knownIn).map(place => (judgesIn(place, rule) ? 'yes' : ''));
    const why = ruleWhy(rule, englishLocalizer);
    return [`\`${rule}\``, severity, why, known, ...places, ruleFixes[rule] ?? ''].map(escapeCell);
  });
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`;
}
