import type { Localizer } from '../util/localizer.ts';
import { commandNames, commandRows, commandTexts } from './commandTable.ts';
import {
  type Completion,
  type OptionName,
  type OptionRow,
  optionRows,
  optionText,
  UsageError,
} from './optionTable.ts';

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
  readonly operands: Completion;
  readonly options: readonly Option[];
}

type Option = OptionRow & { readonly name: OptionName };

function firstWords(localizer: Localizer): readonly FirstWord[] {
  const commands = commandNames.map(name => {
    const { completes = [], options } = commandRows[name];
    const { summary } = commandTexts(name, localizer);
    const optionOf = (option: OptionName) => ({
      ...optionRows[option],
      name: option,
      text: optionText(option, localizer),
    });
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

/** What bash adds to the candidates; names come from the program, which reads them from the server. */
function bashAction(completes: Completion): string {
  if (completes === 'file') return 'compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur"));';
  if (completes === 'folder')
    return 'compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur"));';
  if (typeof completes === 'string')
    return `_device_automation_names ${completes}${completes === 'objects' ? ' "$kind"' : ''};`;
  return `COMPREPLY+=($(compgen -W '${completes.join(' ')}' -- "$cur"));`;
}

function bashScript(words: readonly FirstWord[]): readonly string[] {
  const valued = words.flatMap(({ options }) => options).filter(({ value }) => value !== undefined);
  const actions = new Map(
    valued.map(({ name, short, completes }) => [
      short === undefined ? `--${name}` : `--${name}|-${short}`,
      completes === undefined ? '' : `${bashAction(completes)} `,
    ]),
  );
  return [
    `# ${program}: source <(${program} completion bash)`,
    '_device_automation_names() {',
    `  local IFS=$'\\n' name typed=\${cur//\\\\/}`,
    `  for name in $(${program} names "$@" 2>/dev/null); do`,
    '    [[ $name == "$typed"* ]] && COMPREPLY+=("$(printf %q "$name")")',
    '  done',
    '}',
    '_device_automation() {',
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= kind= word`,
    '  COMPREPLY=()',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    '    if [ -n "$command" ]; then kind=$word; break; fi',
    `    case $word in ${namesOf(words, '|')}) command=$word ;; esac`,
    '  done',
    '  case $prev in',
    ...[...actions].map(([name, action]) => `    ${name}) ${action}return ;;`),
    '  esac',
    '  case $command in',
    ...words.map(({ name, operands, options }) => {
      const flags = `COMPREPLY=($(compgen -W '${namesOf(options, ' ', '--')}' -- "$cur"));`;
      return `    ${name}) ${flags} ${operands.length === 0 ? '' : bashAction(operands)} ;;`;
    }),
    `    *) COMPREPLY=($(compgen -W '${namesOf(words, ' ')} --help --version' -- "$cur")) ;;`,
    '  esac',
    '}',
    `complete -F _device_automation ${program}`,
  ];
}

function zshAction(completes: Completion): string {
  if (completes === 'file') return '_files';
  if (completes === 'folder') return '_files -/';
  return typeof completes === 'string'
    ? `{compadd -- \${(f)"$(${program} names ${completes}${completes === 'objects' ? ' $kind' : ''} 2>/dev/null)"}}`
    : `(${completes.join(' ')})`;
}

function zshScript(words: readonly FirstWord[]): readonly string[] {
  return [
    `#compdef ${program}`,
    `# ${program}: source <(${program} completion zsh)`,
    '_device_automation() {',
    '  local -a commands',
    '  local command kind word',
    '  commands=(',
    ...words.map(({ name, summary }) => `    ${quote(summary === undefined ? name : `${name}:${summary}`)}`),
    '  )',
    `  for word in "\${words[@]:1:$((CURRENT - 2))}"; do`,
    '    if [[ -n $command ]]; then kind=$word; break; fi',
    `    case $word in (${namesOf(words, '|')}) command=$word ;; esac`,
    '  done',
    '  case $command in',
    ...words.flatMap(({ name, operands, options }) => [
      `    (${name}) _arguments -S \\`,
      ...options.map(option => `      ${quote(zshOption(option))} \\`),
      // The first word is the name of the command.
      `      ${quote(`*: :${operands.length === 0 ? ' ' : zshAction(operands)}`)} ;;`,
    ]),
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
  return `${star}--${name}=[${said}]:${value}:${completes === undefined ? ' ' : zshAction(completes)}`;
}

function fishAction(completes: Completion): string {
  if (completes === 'file') return '(__fish_complete_path)';
  if (completes === 'folder') return '(__fish_complete_directories)';
  if (typeof completes !== 'string') return completes.join(' ');
  const kind = completes === 'objects' ? ' (commandline -opc)[3]' : '';
  return `(${program} names ${completes}${kind} 2>/dev/null)`;
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
      return [
        ...(operands.length === 0 ? [] : [`${after} -a ${quote(fishAction(operands))}`]),
        ...options.map(({ name: option, text, value, completes }) => {
          const list = completes === undefined ? '' : ` -a ${quote(fishAction(completes))}`;
          return `${after} -l ${option}${value === undefined ? '' : ` -x${list}`} -d ${fishQuoted(text)}`;
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
