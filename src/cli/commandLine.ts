import { parseArgs } from 'node:util';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import { isKeyOf } from '../util/tables.ts';
import { meantOption, optionWithOneDash } from './habits.ts';
import { type OptionName, optionNames, optionRows, ParsedOptions, UsageError } from './optionTable.ts';

export interface CommandLine {
  /** The first word; `undefined` if there is none. */
  readonly command: string | undefined;
  /** The arguments that are not options. */
  readonly operands: readonly string[];
  readonly options: ParsedOptions;
}

/**
 * Parses the arguments. Throws `UsageError` if they contain a token; its message never repeats an argument that may
 * be a secret.
 */
export function parseCommandLine(
  args: readonly string[],
  token: string | undefined,
  localizer: Localizer,
): CommandLine {
  rejectSecrets(args, token, localizer);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  for (const argument of args.slice(0, end)) {
    const foreign = optionWithOneDash(argument, optionNames, shortNames);
    if (foreign !== undefined) throw unknownOption(displayText(foreign.option, 60), foreign.meant, localizer);
  }
  const values = new Map<OptionName, string[]>();
  const words: string[] = [];
  for (const token of tokensOf(args)) {
    if (token.kind === 'positional') words.push(token.value);
    else if (token.kind === 'option') addOption(values, token, localizer);
  }
  const [command, ...operands] = words;
  return { command, operands, options: new ParsedOptions(values, localizer) };
}

/** Throws `UsageError` if an argument looks like a secret or contains the token. */
export function rejectSecrets(args: readonly string[], token: string | undefined, { t }: Localizer): void {
  if (!args.some(argument => looksSecret(argument, token))) return;
  throw new UsageError(
    t(
      'An argument looks like a token or a password. Arguments are visible to other users and stored in shell histories and logs: set the environment variable DEVICE_AUTOMATION_TOKEN, or pass --token-file or --token-fd. If the argument was a real token, replace it.',
    ),
  );
}

const shortNames = optionNames.flatMap(name => optionRows[name].short ?? []);

function tokensOf(args: readonly string[]) {
  const options = Object.fromEntries(
    optionNames.map(name => {
      const { value, short } = optionRows[name];
      const type = value === undefined ? ('boolean' as const) : ('string' as const);
      return [name, { type, multiple: true as const, ...(short === undefined ? {} : { short }) }];
    }),
  );
  const parts = { args: [...args], options, strict: false, allowPositionals: true, tokens: true } as const;
  return parseArgs(parts).tokens;
}

function unknownOption(option: string, meant: string | undefined, { t }: Pick<Localizer, 't'>): UsageError {
  return new UsageError(
    meant === undefined
      ? t('There is no option {option}.', { option })
      : t('There is no option {option}. Did you mean {meant}?', { option, meant }),
  );
}

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { readonly kind: 'option' }>;

function addOption(
  values: Map<OptionName, string[]>,
  { name, rawName, value: text, inlineValue }: OptionToken,
  { t }: Localizer,
): void {
  // As in other programs, `-o=json` is `-o json`.
  const value = rawName.startsWith('--') ? text : text?.replace(/^=/, '');
  const option = displayText(rawName, 60);
  if (!isKeyOf(optionRows, name)) throw unknownOption(option, meantOption(name, optionNames), { t });
  const row = optionRows[name];
  if (row.value === undefined && value !== undefined)
    throw new UsageError(t('The option {option} takes no value.', { option }));
  if (row.value !== undefined && (value === undefined || value === ''))
    throw new UsageError(t('The option {option} requires a value: {value}.', { option, value: row.value }));
  // Otherwise, an option without its value would take the next option as the value.
  if (value?.startsWith('-') && value !== '-' && inlineValue !== true)
    throw new UsageError(
      t('The option {option} requires a value: {value}. Write one that begins with “-” as {option}=-….', {
        option,
        value: row.value ?? '',
      }),
    );
  const given = values.get(name) ?? [];
  if (given.length > 0 && row.isRepeatable !== true && row.value !== undefined)
    throw new UsageError(t('The option {option} was given twice.', { option }));
  values.set(name, [...given, value ?? '']);
}

/** Options of other programs with which users may try to pass a token. */
const secretOption = /^--?(api-?)?(token|key|password|passwd|secret|auth(orization)?)(=|$)/i;
/**
 * Forty hexadecimal digits are a token of Django REST framework; three parts separated by dots are a JSON Web Token.
 */
const secretValue =
  /(^|=)\s*(Authorization:\s*)?((Token|Bearer)\s+\S{8,}|[0-9a-f]{40}|eyJ[\w-]+\.[\w-]+\.[\w-]*)\s*$/i;
const withPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i;

/**
 * Whether an argument looks like or contains a token. All users of a computer can see arguments, and shells and CI
 * logs store them.
 */
export function looksSecret(argument: string, token: string | undefined): boolean {
  if (token !== undefined && token.length >= 8 && argument.includes(token)) return true;
  return secretOption.test(argument) || secretValue.test(argument) || withPassword.test(argument);
}
