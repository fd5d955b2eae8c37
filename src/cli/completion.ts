import type { Localizer } from '../util/localizer.ts';
import { type CommandName, commandNames, commandRows, commandTexts } from './commandTable.ts';
import { type OptionName, optionNames, optionRows, optionText, UsageError } from './optionTable.ts';

const shells: Readonly<Record<string, (localizer: Localizer) => readonly string[]>> = {
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
  return script(localizer);
}

const program = 'device-automation';

function optionsOf(name: CommandName): readonly OptionName[] {
  return [...commandRows[name].options, 'help'];
}

function wordsOf(name: CommandName): readonly string[] {
  const { completes = [] } = commandRows[name];
  return completes === 'folder' ? [] : completes;
}

function bashScript(): readonly string[] {
  const valued = optionNames.filter(name => optionRows[name].value !== undefined);
  const withFiles = valued.filter(name => typeof optionRows[name].completes === 'string');
  const bare = valued.filter(name => !withFiles.includes(name));
  const list = (names: readonly string[]) => names.map(name => `--${name}`).join('|');
  return [
    `# ${program}: source <(${program} completion bash)`,
    '_device_automation() {',
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= word`,
    '  COMPREPLY=()',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    case $word in ${[...commandNames, 'help', 'completion'].join('|')}) command=$word; break ;; esac`,
    '  done',
    '  case $prev in',
    `    ${list(withFiles)}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;`,
    `    ${list(bare)}) return ;;`,
    '  esac',
    '  case $command in',
    ...commandNames.map(name => {
      const words = [...wordsOf(name), ...optionsOf(name).map(option => `--${option}`)].join(' ');
      const folders =
        commandRows[name].completes === 'folder'
          ? ' compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur"));'
          : '';
      return `    ${name}) COMPREPLY=($(compgen -W '${words}' -- "$cur"));${folders} ;;`;
    }),
    `    help) COMPREPLY=($(compgen -W '${commandNames.join(' ')}' -- "$cur")) ;;`,
    `    completion) COMPREPLY=($(compgen -W '${shellNames.join(' ')}' -- "$cur")) ;;`,
    `    *) COMPREPLY=($(compgen -W '${commandNames.join(' ')} help completion --help --version' -- "$cur")) ;;`,
    '  esac',
    '}',
    `complete -F _device_automation ${program}`,
  ];
}

function zshScript(localizer: Localizer): readonly string[] {
  return [
    `#compdef ${program}`,
    `# ${program}: source <(${program} completion zsh)`,
    '_device_automation() {',
    '  local -a commands',
    '  local command word',
    '  commands=(',
    ...commandNames.map(name => `    ${quote(`${name}:${commandTexts(name, localizer).summary}`)}`),
    "    'help' 'completion'",
    '  )',
    `  for word in "\${words[@]:1:$((CURRENT - 2))}"; do`,
    `    case $word in (${[...commandNames, 'help', 'completion'].join('|')}) command=$word; break ;; esac`,
    '  done',
    '  case $command in',
    ...commandNames.flatMap(name => [
      `    (${name}) _arguments -S \\`,
      ...optionsOf(name).map(option => `      ${quote(zshOption(option, localizer))} \\`),
      `      ${quote(`*: :${zshWords(name)}`)} ;;`,
    ]),
    `    (help) _values command ${commandNames.join(' ')} ;;`,
    `    (completion) _values shell ${shellNames.join(' ')} ;;`,
    '    (*) _describe command commands ;;',
    '  esac',
    '}',
    `compdef _device_automation ${program}`,
  ];
}

function zshOption(name: OptionName, localizer: Localizer): string {
  const { value, completes, isRepeatable } = optionRows[name];
  const said = optionText(name, localizer).replace(/[[\]:\\]/g, '\\$&');
  const star = isRepeatable === true ? '*' : '';
  if (value === undefined) return `${star}--${name}[${said}]`;
  const action = completes === 'file' ? '_files' : completes === 'folder' ? '_files -/' : ' ';
  return `${star}--${name}=[${said}]:${value}:${action}`;
}

function zshWords(name: CommandName): string {
  if (commandRows[name].completes === 'folder') return '_files -/';
  const words = wordsOf(name);
  // The first word is the name of the command.
  return words.length === 0 ? ' ' : `(${words.join(' ')})`;
}

function fishScript(localizer: Localizer): readonly string[] {
  const all = [...commandNames, 'help', 'completion'].join(' ');
  const isFirst = quote(`not __fish_seen_subcommand_from ${all}`);
  const complete = `complete -c ${program}`;
  const after = (name: string) => quote(`__fish_seen_subcommand_from ${name}`);
  return [
    `# ${program}: ${program} completion fish | source`,
    `${complete} -f`,
    ...commandNames.map(
      name => `${complete} -n ${isFirst} -a ${name} -d ${fishQuoted(commandTexts(name, localizer).summary)}`,
    ),
    `${complete} -n ${isFirst} -a 'help completion'`,
    ...commandNames.flatMap(name => {
      const words = wordsOf(name);
      const folders =
        commandRows[name].completes === 'folder' ? "'(__fish_complete_directories)'" : undefined;
      const operands = folders ?? (words.length === 0 ? undefined : quote(words.join(' ')));
      return [
        ...(operands === undefined ? [] : [`${complete} -n ${after(name)} -a ${operands}`]),
        ...optionsOf(name).map(option => {
          const { value, completes } = optionRows[option];
          const kind = value === undefined ? '' : completes === undefined ? ' -x' : ' -r -F';
          return `${complete} -n ${after(name)} -l ${option}${kind} -d ${fishQuoted(optionText(option, localizer))}`;
        }),
      ];
    }),
    `${complete} -n ${after('help')} -a ${quote(commandNames.join(' '))}`,
    `${complete} -n ${after('completion')} -a ${quote(shellNames.join(' '))}`,
  ];
}

/** For bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
