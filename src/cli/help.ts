import { joinTexts } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import { type CommandName, commandNames, commandRows, commandTexts } from './commandTable.ts';
import { connectionOptions, type OptionName, optionRows, optionText } from './optionTable.ts';
import { displayWidth, wrapText } from './terminal/textTable.ts';

const lineWidth = 80;
const programName = 'device-automation';
export const completionUsage = 'completion (bash|zsh|fish)';
export const completionSummary = 'Print the completion script for bash, zsh or fish';

/** The help of the program: its purpose and its commands. */
export function programHelp(localizer: Localizer): readonly string[] {
  const { t } = localizer;
  const commands = commandNames.map(name => [name, commandTexts(name, localizer).summary] as const);
  return [
    ...wrapText(
      t('Jobs and groups of a remote desktop management server, from a shell or from CI.'),
      lineWidth,
    ),
    '',
    heading(t('Usage'), `${programName} ${t('COMMAND [OPTION…]')}`),
    '',
    `${t('Commands')}:`,
    ...rows([
      ...commands,
      ['help [COMMAND]', t('Print the help of a command, with examples')],
      ['completion SHELL', t(completionSummary)],
    ]),
    '',
    `${t('Environment')}:`,
    ...rows([
      ['DEVICE_AUTOMATION_TOKEN', t('The API token. It is never passed as an argument.')],
      ['DEVICE_AUTOMATION_SERVER_URL', t('The server, if --server-url is not passed.')],
      ['DEVICE_AUTOMATION_PRODUCTION', t('1 marks that server as production, like --production.')],
      ['HTTPS_PROXY, NO_PROXY', t('Proxies, as in other programs.')],
      ['LC_ALL, LANG', t('The language: English, or Russian for ru.')],
    ]),
    '',
    `${t('Exit codes')}:`,
    ...exitCodes(localizer),
    '',
    heading(t('Example'), `${programName} list --server-url https://devices.example`),
  ];
}

/** The help of one command. */
export function commandHelp(name: CommandName, localizer: Localizer): readonly string[] {
  const { t } = localizer;
  const { operands, options } = commandRows[name];
  const { summary, details, examples } = commandTexts(name, localizer);
  const own = options.filter(option => !connectionOptions.includes(option));
  const common = options.filter(option => connectionOptions.includes(option));
  const usage = joinTexts(' ', programName, name, operands, t('[OPTION…]'));
  return [
    `${summary}.`,
    '',
    heading(t('Usage'), usage),
    ...details.flatMap(text => ['', ...wrapText(text, lineWidth)]),
    '',
    `${t('Options')}:`,
    ...optionLines([...own, 'help'], localizer),
    '',
    `${t('Server and connection')}:`,
    ...optionLines(common, localizer),
    '',
    `${t('Examples')}:`,
    ...examples.flatMap(([line, text]) => [`  # ${text}`, `  ${line}`]),
  ];
}

/** How to enable completion in a shell. */
export function completionHelp({ t }: Localizer): readonly string[] {
  const start = (file: string, line: string) => [`  # ${t('In {file}', { file })}`, `  ${line}`];
  return [
    `${t(completionSummary)}.`,
    '',
    heading(t('Usage'), `${programName} ${completionUsage}`),
    '',
    `${t('Examples')}:`,
    ...start('~/.bashrc', `source <(${programName} completion bash)`),
    ...start('~/.zshrc', `autoload -Uz compinit && compinit; source <(${programName} completion zsh)`),
    ...start('~/.config/fish/config.fish', `${programName} completion fish | source`),
  ];
}

function exitCodes({ t }: Localizer): readonly string[] {
  return rows([
    ['0', t('Done, or nothing to do.')],
    ['1', t('Failed completely or partly, or invalid arguments.')],
    ['2', t('Changes are planned (plan).')],
    ['130', t('Interrupted by Ctrl+C.')],
  ]);
}

function optionLines(names: readonly OptionName[], localizer: Localizer): readonly string[] {
  return rows(
    names.map(name => {
      const { value, short } = optionRows[name];
      const long = value === undefined ? `--${name}` : `--${name} ${value}`;
      return [short === undefined ? long : `-${short}, ${long}`, optionText(name, localizer)];
    }),
  );
}

function heading(title: string, text: string): string {
  return `${title}: ${text}`;
}

const indentation = '  ';

/** Terms with explanations, side by side or one below the other. */
function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const widest = Math.max(...pairs.map(([term]) => displayWidth(term)));
  const column = Math.min(widest, 30);
  const inner = ' '.repeat(indentation.length + column + 2);
  return pairs.flatMap(([term, text]) => {
    const [first = '', ...rest] = wrapText(text, lineWidth - inner.length);
    const start = indentation + term;
    const isBeside = displayWidth(term) <= column;
    const head = isBeside ? [start.padEnd(inner.length) + first] : [start, inner + first];
    return [...head, ...rest.map(line => inner + line)];
  });
}
