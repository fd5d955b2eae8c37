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

/** Each README with the package.json texts in its language, and the headers of its tables. */
export const readmes = [
  {
    file: 'README.md',
    texts: 'package.nls.json',
    heads: { settings: ['setting', 'default', 'meaning'], commands: ['command', 'ID'] },
  },
  {
    file: 'README.ru.md',
    texts: 'package.nls.ru.json',
    heads: { settings: ['параметр', 'по умолчанию', 'значение'], commands: ['команда', 'идентификатор'] },
  },
] as const;

/** Returns the README with its tables of settings and commands updated from package.json. */
export async function withTables({
  file,
  texts: textsFile,
  heads,
}: (typeof readmes)[number]): Promise<string> {
  const { contributes }: { contributes: Contributions } = JSON.parse(await read('package.json'));
  const texts: Texts = JSON.parse(await read(textsFile));
  const tables = {
    settings: tableOf(heads.settings, settingRows(contributes, texts)),
    commands: tableOf(heads.commands, commandRows(contributes, texts)),
  };
  let readme = await read(file);
  for (const [name, table] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    const [from, to] = [readme.indexOf(start), readme.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${file} has no place for the table of ${name}`);
    readme = `${readme.slice(0, from)}${start}${table}${readme.slice(to)}`;
  }
  return readme;
}

function settingRows({ configuration }: Contributions, texts: Texts): string[][] {
  return Object.entries(configuration.properties).map(([id, setting]) => [
    `\`${id}\``,
    `\`${JSON.stringify(setting.default)}\``,
    textOf(setting.markdownDescription ?? setting.description ?? '', texts),
  ]);
}

/** The commands that the palette offers in at least one context. */
function commandRows({ commands, menus }: Contributions, texts: Texts): string[][] {
  const hidden = menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
  return commands
    .filter(({ command }) => !hidden.includes(command))
    .map(({ command, title }) => [textOf(title, texts), `\`${command}\``]);
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
