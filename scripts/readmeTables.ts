import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandRows as cliCommands, commandNames } from '../src/cli/commandTable.ts';
import { completionSummary, completionUsage } from '../src/cli/help.ts';
import { optionNames, optionRows, optionText } from '../src/cli/optionTable.ts';
import { knownIn } from '../src/fleetCheck/checkedFleet.ts';
import { judgesIn, ruleIds, ruleRows, ruleWhy } from '../src/fleetCheck/fleetRules.ts';
import { englishLocalizer } from '../src/util/localizer.ts';
import { keysOf } from '../src/util/tables.ts';
import { repositoryRoot } from './paths.ts';

type Texts = Readonly<Record<string, string>>;

interface Contributions {
  readonly commands: readonly {
    readonly command: string;
    readonly title: string;
    readonly category: string;
  }[];
  readonly menus: {
    readonly commandPalette: readonly { readonly command: string; readonly when?: string }[];
  };
  readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
}

interface Setting {
  readonly order: number;
  readonly default: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
}

type Rows = (contributes: Contributions, languages: readonly Texts[]) => readonly (readonly string[])[];

interface GeneratedTable {
  readonly file: string;
  /** The name of the comments around it. */
  readonly name: string;
  readonly head: readonly string[];
  /** The files of package.json's texts that it needs. */
  readonly texts: readonly string[];
  readonly rows: Rows;
}

/** The tables in documents that are made from package.json and from tables in the sources. */
export const generatedTables: readonly GeneratedTable[] = [
  {
    file: 'README.md',
    name: 'settings',
    head: ['setting', 'default', 'meaning'],
    texts: ['package.nls.json'],
    rows: settingRows,
  },
  {
    file: 'README.ru.md',
    name: 'settings',
    head: ['параметр', 'по умолчанию', 'значение'],
    texts: ['package.nls.ru.json'],
    rows: settingRows,
  },
  {
    file: 'docs/commands.md',
    name: 'commands',
    head: ['command', 'in Russian', 'ID'],
    texts: ['package.nls.json', 'package.nls.ru.json'],
    rows: commandRows,
  },
  {
    file: 'docs/command-line.md',
    name: 'commands',
    head: ['command', 'what it does'],
    texts: [],
    rows: cliCommandRows,
  },
  {
    file: 'docs/command-line.md',
    name: 'options',
    head: ['option', 'meaning'],
    texts: [],
    rows: optionLines,
  },
  {
    file: 'docs/fleet-check.md',
    name: 'rules',
    head: ['rule', 'severity', 'why', 'known', ...keysOf(knownIn), 'fix'],
    texts: [],
    rows: ruleLines,
  },
];

/** Returns the document's text with the table updated. */
export async function withTable({ file, name, head, texts, rows }: GeneratedTable): Promise<string> {
  const { contributes }: { contributes: Contributions } = JSON.parse(await read('package.json'));
  const languages: Texts[] = await Promise.all(texts.map(async path => JSON.parse(await read(path))));
  const page = await read(file);
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the table of ${name}`);
  return `${page.slice(0, from)}${start}${tableOf(head, rows(contributes, languages))}${page.slice(to)}`;
}

function cliCommandRows(): string[][] {
  const rows = commandNames.map(name => [
    `\`${[name, cliCommands[name].operands].join(' ').trim()}\``,
    `${cliCommands[name].summary}.`,
  ]);
  return [...rows, [`\`${completionUsage}\``, `${completionSummary}.`]].map(cells => cells.map(escapeCell));
}

function optionLines(): string[][] {
  return optionNames.map(name => {
    const { value, short } = optionRows[name];
    const long = value === undefined ? `--${name}` : `--${name} ${value}`;
    const text = optionText(name, englishLocalizer);
    return [`\`${short === undefined ? long : `-${short}, ${long}`}\``, text].map(escapeCell);
  });
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

/** In the order of VS Code's settings editor. */
function settingRows({ configuration }: Contributions, [texts = {}]: readonly Texts[]): string[][] {
  const settings = Object.entries(configuration.properties);
  settings.sort(([, a], [, b]) => a.order - b.order);
  return settings.map(([id, setting]) => [
    `\`${id}\``,
    `\`${JSON.stringify(setting.default)}\``,
    textOf(setting.markdownDescription ?? setting.description ?? '', texts),
  ]);
}

/** The commands that the palette offers in at least one context. */
function commandRows({ commands, menus }: Contributions, languages: readonly Texts[]): string[][] {
  const hidden = menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
  return commands.map(({ command, title, category }) => [
    ...languages.map(texts => {
      const name = textOf(title, texts);
      return hidden.includes(command) ? name : `${textOf(category, texts)}: ${name}`;
    }),
    `\`${command}\``,
  ]);
}

function textOf(key: string, texts: Texts): string {
  return escapeCell(texts[key.slice(1, -1)] ?? key);
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`;
}

function read(file: string): Promise<string> {
  return readFile(join(repositoryRoot, file), 'utf8');
}
