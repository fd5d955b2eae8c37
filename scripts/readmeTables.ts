import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './paths.ts';

type Texts = Readonly<Record<string, string>>;

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly menus: {
    readonly commandPalette: readonly { readonly command: string; readonly when?: string }[];
  };
  readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
}

interface Setting {
  readonly default: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
}

/** The pages with a table made from package.json. */
export const generatedPages = [
  {
    file: 'README.md',
    head: ['setting', 'default', 'meaning'],
    texts: ['package.nls.json'],
    rows: settingRows,
  },
  {
    file: 'README.ru.md',
    head: ['параметр', 'по умолчанию', 'значение'],
    texts: ['package.nls.ru.json'],
    rows: settingRows,
  },
  {
    file: 'docs/commands.md',
    head: ['command', 'in Russian', 'ID'],
    texts: ['package.nls.json', 'package.nls.ru.json'],
    rows: commandRows,
  },
] as const;

/** Returns the page with its table updated. */
export async function withTable({
  file,
  head,
  texts,
  rows,
}: (typeof generatedPages)[number]): Promise<string> {
  const { contributes }: { contributes: Contributions } = JSON.parse(await read('package.json'));
  const languages: Texts[] = await Promise.all(texts.map(async name => JSON.parse(await read(name))));
  const page = await read(file);
  const [start, end] = ['<!-- table -->\n', '<!-- /table -->'];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for its table`);
  return `${page.slice(0, from)}${start}${tableOf(head, rows(contributes, languages))}${page.slice(to)}`;
}

function settingRows({ configuration }: Contributions, [texts = {}]: readonly Texts[]): string[][] {
  return Object.entries(configuration.properties).map(([id, setting]) => [
    `\`${id}\``,
    `\`${JSON.stringify(setting.default)}\``,
    textOf(setting.markdownDescription ?? setting.description ?? '', texts),
  ]);
}

/** The commands that the palette offers in at least one context. */
function commandRows({ commands, menus }: Contributions, languages: readonly Texts[]): string[][] {
  const hidden = menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
  return commands
    .filter(({ command }) => !hidden.includes(command))
    .map(({ command, title }) => [...languages.map(texts => textOf(title, texts)), `\`${command}\``]);
}

function textOf(key: string, texts: Texts): string {
  return (texts[key.slice(1, -1)] ?? key).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return `\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`;
}

function read(file: string): Promise<string> {
  return readFile(join(repositoryRoot, file), 'utf8');
}
