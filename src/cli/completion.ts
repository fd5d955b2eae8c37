import type { Localizer } from '../util/localizer.ts';
import { commandNames, commandRows, commandTexts } from './commandTable.ts';
import { type OptionName, type OptionRow, optionRows, optionText, UsageError } from './optionTable.ts';

const shells: Readonly<Record<string, (words: readonly FirstWord[]) => readonly string[]>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const shellNames = Object.keys(shells);

/** The script with which a shell completes the commands, options and values of this program. */
export function completionScript(operands: readonly string[], localizer: Localizer): readonly string[] {
  const [shell = ''] = operands;
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script === undefined || operands.length > 1) {
    const names = shellNames.join(', ');
    throw new UsageError(localizer.t('Pass the shell to complete for: {names}.', { names }));
  }
  return script(firstWords(localizer));
}

/** A first argument, and what may follow it. */
interface FirstWord {
  readonly name: string;
  readonly summary?: string;
  readonly operands: readonly string[] | 'folder';
  readonly options: readonly Option[];
}

type Option = OptionRow & { readonly name: OptionName };

function firstWords(localizer: Localizer): readonly FirstWord[] {
  const optionOf = (name: OptionName) => ({ ...optionRows[name], name, text: optionText(name, localizer) });
  const commands = commandNames.map(name => {
    const { completes = [], options } = commandRows[name];
    const { summary } = commandTexts(name, localizer);
    return { name, summary, operands: completes, options: [...options, 'help' as const].map(optionOf) };
  });
  return [
    ...commands,
    { name: 'help', operands: commandNames, options: [] },
    { name: 'completion', operands: shellNames, options: [] },
  ];
}

const program = 'device-automation';

function namesOf(words: readonly { readonly name: string }[], separator: string, prefix = ''): string {
  return [...new Set(words.map(({ name }) => prefix + name))].join(separator);
}

function bashScript(words: readonly FirstWord[]): readonly string[] {
  const valued = words.flatMap(({ options }) => options).filter(({ value }) => value !== undefined);
  const withFiles = valued.filter(({ completes }) => completes !== undefined);
  const bare = valued.filter(({ completes }) => completes === undefined);
  return [
    `# ${program}: source <(${program} completion bash)`,
    '_device_automation() {',
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= word`,
    '  COMPREPLY=()',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    case $word in ${namesOf(words, '|')}) command=$word; break ;; esac`,
    '  done',
    '  case $prev in',
    `    ${namesOf(withFiles, '|', '--')}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;`,
    `    ${namesOf(bare, '|', '--')}) return ;;`,
    '  esac',
    '  case $command in',
    ...words.map(({ name, operands, options }) => {
      const isFolder = operands === 'folder';
      const all = [...(isFolder ? [] : operands), ...options.map(option => `--${option.name}`)].join(' ');
      const folders = ' compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur"));';
      return `    ${name}) COMPREPLY=($(compgen -W '${all}' -- "$cur"));${isFolder ? folders : ''} ;;`;
    }),
    `    *) COMPREPLY=($(compgen -W '${namesOf(words, ' ')} --help --version' -- "$cur")) ;;`,
    '  esac',
    '}',
    `complete -F _device_automation ${program}`,
  ];
}

function zshScript(words: readonly FirstWord[]): readonly string[] {
  return [
    `#compdef ${program}`,
    `# ${program}: source <(${program} completion zsh)`,
    '_device_automation() {',
    '  local -a commands',
    '  local command word',
    '  commands=(',
    ...words.map(({ name, summary }) => `    ${quote(summary === undefined ? name : `${name}:${summary}`)}`),
    '  )',
    `  for word in "\${words[@]:1:$((CURRENT - 2))}"; do`,
    `    case $word in (${namesOf(words, '|')}) command=$word; break ;; esac`,
    '  done',
    '  case $command in',
    ...words.flatMap(({ name, operands, options }) => {
      const actions = operands === 'folder' ? '_files -/' : `(${operands.join(' ')})`;
      return [
        `    (${name}) _arguments -S \\`,
        ...options.map(option => `      ${quote(zshOption(option))} \\`),
        // The first word is the name of the command.
        `      ${quote(`*: :${operands.length === 0 ? ' ' : actions}`)} ;;`,
      ];
    }),
    '    (*) _describe command commands ;;',
    '  esac',
    '}',
    `compdef _device_automation ${program}`,
  ];
}

function zshOption({ name, text, value, completes, isRepeatable }: Option): string {
  const said = text.replace(/[[\]:\\]/g, '\\$&');
  const star = isRepeatable === true ? '*' : '';
  if (value === undefined) return `${star}--${name}[${said}]`;
  const action = completes === 'file' ? '_files' : completes === 'folder' ? '_files -/' : ' ';
  return `${star}--${name}=[${said}]:${value}:${action}`;
}

function fishScript(words: readonly FirstWord[]): readonly string[] {
  const isFirst = quote(`not __fish_seen_subcommand_from ${namesOf(words, ' ')}`);
  const complete = `complete -c ${program}`;
  return [
    `# ${program}: ${program} completion fish | source`,
    `${complete} -f`,
    ...words.map(({ name, summary }) => {
      const described = summary === undefined ? '' : ` -d ${fishQuoted(summary)}`;
      return `${complete} -n ${isFirst} -a ${name}${described}`;
    }),
    ...words.flatMap(({ name, operands, options }) => {
      const after = `${complete} -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
      const all = operands === 'folder' ? '(__fish_complete_directories)' : operands.join(' ');
      return [
        ...(all === '' ? [] : [`${after} -a ${quote(all)}`]),
        ...options.map(({ name: option, text, value, completes }) => {
          const kind = value === undefined ? '' : completes === undefined ? ' -x' : ' -r -F';
          return `${after} -l ${option}${kind} -d ${fishQuoted(text)}`;
        }),
      ];
    }),
  ];
}

/** For bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
