import { countBy } from '../base/collections.ts';
import type { Localizer } from '../base/localizer.ts';
import { isKeyOf } from '../base/tables.ts';
import type { CliContext, ExitCode } from './cliContext.ts';
import { parseCommandLine } from './commandLine.ts';
import { type CommandTable, formatsOf, termsOf } from './commandTable.ts';
import type { CommandRow } from './contribution.ts';
import { completionSummary, connectionTopic } from './help.ts';
import { readGroups, readJobs } from './namedObjects.ts';
import { type Completion, generalOptions, type OptionRow, UsageError } from './optionTable.ts';

/**
 * For each shell, a function that passes the words up to the cursor, without quotation marks, to `complete`, and offers
 * the lines that it prints.
 */
const scripts = {
  // Bash replaces only $2: it breaks words at “:” and “=”, too, and leaves out the opening quotation mark.
  bash: `_device_automation_split() {
  local i char
  words=('') quote=
  for ((i = 0; i < \${#1}; i++)); do
    char=\${1:i:1}
    case $quote$char in
      \\\\ | \\"\\\\) i=$((i + 1)); char=\${1:i:1} ;;
      \\' | \\") quote=$char; continue ;;
      "''" | '""') quote=; continue ;;
      [[:space:]]) [[ -z \${words[\${#words[@]}-1]} ]] || words+=(''); continue ;;
    esac
    words[\${#words[@]}-1]+=$char
  done
}
_device_automation() {
  local words quote line value last
  _device_automation_split "\${COMP_LINE:0:COMP_POINT}"
  _device_automation_offer "$quote" "$2" "\${words[@]:1}"
}
_device_automation_offer() {
  local words quote line value=\${!#} open=$1
  _device_automation_split "$1$2"
  local last=\${words[0]}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file | :folder)
        compopt -o filenames 2>/dev/null
        [[ $line == :file ]] && line=-f || line=-d
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen $line -- "$last")
        continue ;;
    esac
    line=\${line%%$'\\t'*}
    [[ $line == "$value"* ]] || continue
    line=\${line#"\${value%"$last"}"}
    case $open in
      \\') line=\${line//\\'/"'\\\\''"} ;;
      \\") line=\${line//\\\\/\\\\\\\\} line=\${line//\\"/\\\\\\"} line=\${line//\\$/\\\\$} line=\${line//\\\`/\\\\\\\`} ;;
      *) printf -v line %q "$line" ;;
    esac
    COMPREPLY+=("$line")
  done < <(device-automation complete -- "\${@:3}" </dev/null 2>/dev/null)
}
complete -F _device_automation device-automation`,
  zsh: `#compdef device-automation
_device_automation() {
  local line word text
  local -a described
  while IFS= read -r line; do
    case $line in
      :file) compset -P '--*='; _files ;;
      :folder) compset -P '--*='; _files -/ ;;
      *)
        word=\${line%%$'\\t'*}
        text=\${line#"$word"} word=\${word//\\\\/\\\\\\\\}
        described+=("\${word//:/\\\\:}\${text/$'\\t'/:}") ;;
    esac
  done < <(device-automation complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" </dev/null 2>/dev/null)
  (( \${#described} )) && _describe -V device-automation described
}
compdef _device_automation device-automation`,
  fish: `function __device_automation
  set -l current (commandline -ct)
  set -l option (string match -r -- '^--[a-z-]+=' "$current")
  set -l words (commandline -opc)
  for line in (device-automation complete -- $words[2..-1] "$current" </dev/null 2>/dev/null)
    switch $line
      case :file
        printf '%s\\n' "$option"(__fish_complete_path (string replace -- "$option" '' "$current"))
      case :folder
        printf '%s\\n' "$option"(__fish_complete_directories (string replace -- "$option" '' "$current"))
      case '*'
        printf '%s\\n' $line
    end
  end
end
complete -c device-automation -f -a '(__device_automation)'`,
};

const shellNames = Object.keys(scripts);

/** The script with which a shell completes the commands, options and values of this program. */
export function completionScript(operands: readonly string[], { t }: Localizer): readonly string[] {
  const [shell = ''] = operands;
  if (!isKeyOf(scripts, shell) || operands.length > 1)
    throw new UsageError(t('Pass the shell to complete for: {names}.', { names: shellNames.join(', ') }));
  return scripts[shell].split('\n');
}

/** A word, and what it means; `:file` and `:folder` leave it to the shell. */
type Candidate = readonly [word: string, ...text: string[]];

/** How long a shell waits for names. */
const limitMs = 5_000;

/** Prints what may stand in place of the last word. The options among the words choose the server. */
export async function completeWords(context: CliContext, table: CommandTable): Promise<ExitCode> {
  const { localizer, output, environment } = context;
  const before = context.operands.slice(0, -1);
  const current = context.operands.at(-1) ?? '';
  const open = optionOf(before.at(-1) ?? '', table);
  const { command, operands, options } = parseCommandLine(
    open === undefined ? before : before.slice(0, -1),
    table.options,
    // The program has checked all words for secrets.
    undefined,
    localizer,
  );
  const row = table.commands.get(command ?? '');
  const [inline = ''] = /^--[a-z-]+=/.exec(current) ?? [];
  const valued = open ?? optionOf(inline.slice(0, -1), table);
  const typed = {
    ...context,
    options,
    operands,
    signal: AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]),
    connect: () => context.connect({ options, environment, localizer }),
  };
  if (valued !== undefined) {
    const values = await candidatesOf(valueCompletion(valued, row), typed, table);
    const isWord = ([word]: Candidate) => !word.startsWith(':');
    output.rows(values.map(value => (isWord(value) ? [inline + value[0]] : value)));
  } else if (current.startsWith('-')) {
    const { help, version } = generalOptions;
    const terms = (await termsOf(table)).join(', ');
    const offered = Object.entries<OptionRow>(
      row === undefined ? { help, version } : { ...row.options, help },
    );
    output.rows(
      offered
        .filter(([option, { isRepeatable }]) => isRepeatable === true || !options.has(option))
        .flatMap(([option, { short, text }]) => {
          const words = short === undefined ? [`--${option}`] : [`--${option}`, `-${short}`];
          return words.map(word => [word, text(localizer, terms)]);
        }),
    );
  } else if (command === undefined) output.rows(commandWords(table, localizer));
  else {
    const completes = operandCompletion(command, operands.length, table);
    output.rows(await candidatesOf(completes, typed, table));
  }
  return 0;
}

/** The option of this argument, if its value must follow. */
function optionOf(argument: string, { options }: CommandTable): OptionRow | undefined {
  return Array.from(options).find(
    ([name, { value, short }]) =>
      value !== undefined && (argument === `--${name}` || argument === `-${short}`),
  )?.[1];
}

function valueCompletion(option: OptionRow, command: CommandRow | undefined): Completion {
  if (option === generalOptions.output && command !== undefined) return formatsOf(command);
  return option.completes ?? [];
}

function operandCompletion(command: string, index: number, { commands }: CommandTable): Completion {
  if (command === 'help') return index === 0 ? [...commands.keys(), connectionTopic] : [];
  if (command === 'completion') return index === 0 ? shellNames : [];
  const { completes = [] } = commands.get(command) ?? {};
  return index === 0 || completes === 'jobs' || completes === 'objects' ? completes : [];
}

function commandWords({ commands }: CommandTable, localizer: Localizer): readonly Candidate[] {
  return [
    ...Array.from(commands, ([name, row]) => [name, row.texts(localizer).summary] as const),
    ['help', localizer.t('Print the help of a command, with examples')],
    ['completion', localizer.t(completionSummary)],
  ];
}

async function candidatesOf(
  completes: Completion,
  context: CliContext,
  table: CommandTable,
): Promise<readonly Candidate[]> {
  const { operands } = context;
  if (typeof completes !== 'string') return completes.map(word => [word]);
  switch (completes) {
    case 'file':
    case 'folder':
      return [[`:${completes}`]];
    case 'zones':
      return Intl.supportedValuesOf('timeZone').map(zone => [zone]);
    case 'terms':
      return (await termsOf(table)).map(term => [term]);
    case 'servers':
      return (await Promise.all(table.parts.map(part => part.serverNames?.(context.localizer) ?? [])))
        .flat()
        .map(name => [name]);
    case 'jobs':
    case 'groups':
      return namesOf(completes, operands, context);
    case 'objects': {
      const [kind, ...others] = operands;
      if (kind === undefined) return [['job'], ['group']];
      return namesOf(/^jobs?$/.test(kind) ? 'jobs' : 'groups', others, context);
    }
  }
}

/** What other commands accept: the name of each object where it is the only one, or else its ID or DN. */
async function namesOf(
  kind: 'jobs' | 'groups',
  given: readonly string[],
  context: CliContext,
): Promise<readonly Candidate[]> {
  const { session } = context.connect();
  const objects =
    kind === 'jobs'
      ? (await readJobs(session, context)).map(({ id, name }) => ({ name: name.trim(), other: String(id) }))
      : (await readGroups(session, context)).map(({ dn, name }) => ({ name: name.trim(), other: dn.trim() }));
  const counts = countBy(objects, ({ name }) => name);
  const isPlain = (name: string) => name !== '' && context.output.safe(name) === name;
  const isClear = (name: string) =>
    isPlain(name) && counts.get(name) === 1 && !/^(?:[-:]|\d+$|name:|\w+\/)/.test(name);
  return objects.flatMap(({ name, other }) => {
    const word = isClear(name) ? name : other;
    const isOffered = isPlain(word) && !given.includes(name) && !given.includes(other);
    return isOffered
      ? [word === name ? ([word] as const) : ([word, context.output.safe(name)] as const)]
      : [];
  });
}
