import { joinTexts } from '../base/displayText.ts';
import type { Localizer } from '../base/localizer.ts';
import { isKeyOf } from '../base/tables.ts';
import type { CommandTable } from './commandTable.ts';
import type { CommandRow } from './contribution.ts';
import { connectionOptions, generalOptions, type OptionRow } from './optionTable.ts';
import { tableLines, wrapText } from './terminal/textTable.ts';

const lineWidth = 80;
export const programName = 'device-automation';
/** What `help` prints the options of the server for. */
export const connectionTopic = 'connection';
const connectionSummary = 'Print the options of commands that connect to a server';
export const completionUsage = 'completion (bash|zsh|fish)';
export const completionSummary = 'Print the completion script for bash, zsh or fish';

/** The help of the program: its purpose and its commands. */
export function programHelp(table: Pick<CommandTable, 'commands'>, localizer: Localizer): readonly string[] {
  const { t } = localizer;
  const commands = Array.from(table.commands, ([name, row]) => [name, row.texts(localizer).summary] as const);
  const purpose = t('Jobs and groups of a remote desktop management server, from a shell or from CI.');
  const others = [
    ['help [COMMAND]', t('Print the help of a command, with examples')],
    [`help ${connectionTopic}`, t(connectionSummary)],
    ['completion SHELL', t(completionSummary)],
  ] as const;
  const environment = [
    ['DEVICE_AUTOMATION_TOKEN', t('The API token. It is never passed as an argument.')],
    ['DEVICE_AUTOMATION_SERVER_URL', t('The server, if --server-url is not passed.')],
    ['DEVICE_AUTOMATION_PRODUCTION', t('1 marks that server as production, like --production.')],
    [
      'DEVICE_AUTOMATION_…',
      t(
        'Also SERVER_NAME, CA_FILE, STATE_DIR, CLIENT_CERTIFICATE, CLIENT_KEY and CLIENT_PASSPHRASE, for the options of these names.',
      ),
    ],
    ['HTTPS_PROXY, NO_PROXY', t('Proxies, as in other programs.')],
    ['LC_ALL, LANG', t('The language: English, or Russian for ru.')],
  ] as const;
  const exitCodes = [
    ['0', t('Done, or nothing to do.')],
    ['1', t('Failed completely or partly, or invalid arguments.')],
    ['2', t('Changes are planned (plan, --dry-run, --out), or something was found (lint).')],
    ['3', t('The time limit was reached (wait).')],
    ['4', t('Nothing was sent: without a terminal, this needs --yes.')],
    ['5', t('Everything was exported except what was named (export).')],
    ['130', t('Interrupted by Ctrl+C.')],
  ] as const;
  return [
    ...wrapText(purpose, lineWidth),
    ...usage(t('COMMAND [OPTION…]'), localizer),
    ...section(t('Commands'), rows([...commands, ...others])),
    ...section(t('Environment'), rows(environment)),
    ...section(t('Exit codes'), rows(exitCodes)),
    '',
    `${t('Example')}: ${programName} list --server-url https://devices.example`,
  ];
}

/** The help of one command; `terms`: those of a filter, if it has one. */
export function commandHelp(
  name: string,
  row: CommandRow,
  terms: readonly string[],
  localizer: Localizer,
): readonly string[] {
  const { t } = localizer;
  const { summary, details, examples } = row.texts(localizer);
  const options = Object.entries(row.options);
  const own = options.filter(([option]) => !isKeyOf(connectionOptions, option));
  return [
    `${summary}.`,
    ...usage(joinTexts(' ', name, row.operands, t('[OPTION…]')), localizer),
    ...details.flatMap(text => ['', ...wrapText(text, lineWidth)]),
    ...section(t('Options'), optionLines([...own, ['help', generalOptions.help]], terms, localizer)),
    ...section(t('Examples'), exampleLines(Object.entries(examples))),
    ...(own.length === options.length
      ? []
      : [
          '',
          t('Options of the server and the connection: {command}', {
            command: `${programName} help ${connectionTopic}`,
          }),
        ]),
  ];
}

/** The options of all commands that connect to a server. */
export function connectionHelp(localizer: Localizer): readonly string[] {
  const { t } = localizer;
  return [`${t('Server and connection')}:`, ...optionLines(Object.entries(connectionOptions), [], localizer)];
}

/** How to enable completion in a shell. */
export function completionHelp(localizer: Localizer): readonly string[] {
  const { t } = localizer;
  const files = {
    '~/.bashrc': `source <(${programName} completion bash)`,
    '~/.zshrc': `autoload -Uz compinit && compinit; source <(${programName} completion zsh)`,
    '~/.config/fish/config.fish': `${programName} completion fish | source`,
  };
  const examples = Object.entries(files).map(([file, line]) => [line, t('In {file}', { file })] as const);
  return [
    `${t(completionSummary)}.`,
    ...usage(completionUsage, localizer),
    ...section(t('Examples'), exampleLines(examples)),
  ];
}

function usage(text: string, { t }: Localizer): readonly string[] {
  return ['', `${t('Usage')}: ${programName} ${text}`];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['', `${title}:`, ...lines];
}

function exampleLines(examples: readonly (readonly [line: string, text: string])[]): readonly string[] {
  return examples.flatMap(([line, text]) => [`  # ${text}`, `  ${line}`]);
}

function optionLines(
  options: readonly (readonly [name: string, row: OptionRow])[],
  terms: readonly string[],
  localizer: Localizer,
): readonly string[] {
  return rows(options.map(([name, row]) => [optionUsage(name, row), row.text(localizer, terms.join(', '))]));
}

/** `-o, --output FORMAT` */
function optionUsage(name: string, { value, short }: OptionRow): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Terms with explanations. */
function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  return tableLines(pairs, lineWidth - 2, true).map(line => `  ${line}`);
}
