import { parseArgs } from 'node:util';
import { displayText } from '../base/displayText.ts';
import type { Localizer } from '../base/localizer.ts';
import { formerOption, meantOption, meantValue, optionWithOneDash, withMeant } from './habits.ts';
import { type OptionRow, type Options, UsageError } from './optionTable.ts';

/** The options of all commands. */
export type KnownOptions = ReadonlyMap<string, OptionRow>;

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
  known: KnownOptions,
  token: string | undefined,
  localizer: Localizer,
): CommandLine {
  rejectSecrets(args, token, localizer);
  const shortNames = [...known.values()].flatMap(({ short = [] }) => short);
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  for (const argument of args.slice(0, end)) {
    const foreign = optionWithOneDash(argument, known, shortNames);
    if (foreign !== undefined) throw unknownOption(displayText(foreign.option, 60), foreign.meant, localizer);
  }
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokensOf(args, known)) {
    if (token.kind === 'positional') words.push(token.value);
    else if (token.kind === 'option') addOption(values, token, known, localizer);
  }
  const [command, ...operands] = words;
  return { command, operands, options: new ParsedOptions(known, values, localizer) };
}

/** The options of a command line, those of all commands. */
class ParsedOptions implements Options<string> {
  readonly #rows: KnownOptions;
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #localizer: Localizer;

  constructor(rows: KnownOptions, values: ReadonlyMap<string, readonly string[]>, localizer: Localizer) {
    this.#rows = rows;
    this.#values = values;
    this.#localizer = localizer;
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  value(name: string): string | undefined {
    return this.values(name).at(-1);
  }

  values(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.value(name);
    const found = words.find(word => word === text);
    if (text === undefined || found !== undefined) return found;
    const problem = this.#localizer.t('--{name} must be one of: {words}.', { name, words: words.join(', ') });
    throw new UsageError(withMeant(problem, meantValue(text, words), this.#localizer));
  }

  number(name: string): number | undefined {
    const text = this.value(name);
    const { most = Number.MAX_SAFE_INTEGER } = this.#rows.get(name) ?? {};
    if (text === undefined || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most))
      return text === undefined ? undefined : Number(text);
    throw new UsageError(
      this.#localizer.t('--{name} must be a whole number from 1 to {most}.', { name, most }),
    );
  }

  seconds(name: string): number | undefined {
    const text = this.value(name);
    if (text === undefined) return undefined;
    const { least = 1, most = Number.MAX_SAFE_INTEGER } = this.#rows.get(name) ?? {};
    const [isTime, hours = 0, minutes = 0, seconds = 0] =
      /^(?=.)(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s?)?$/.exec(text) ?? [];
    const sum = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    if (isTime !== undefined && sum >= least && sum <= most) return sum;
    throw new UsageError(
      this.#localizer.t(
        '--{name} must be a time from {least} to {most} seconds, such as 90, 90s, 10m or 1h30m.',
        {
          name,
          least,
          most,
        },
      ),
    );
  }
}

/** Throws `UsageError` if an argument looks like a secret or contains the token. */
export function rejectSecrets(args: readonly string[], token: string | undefined, { t }: Localizer): void {
  if (!args.some(argument => looksSecret(argument, token))) return;
  throw new UsageError(
    t(
      'An argument looks like a token or a password. Arguments are visible to other users and stored in shell histories and logs: set the environment variable DEVICE_AUTOMATION_TOKEN, or pass --token-file. If the argument was a real token, replace it.',
    ),
  );
}

function tokensOf(args: readonly string[], known: KnownOptions) {
  const options = Object.fromEntries(
    Array.from(known, ([name, { value, short }]) => {
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
  values: Map<string, string[]>,
  { name, rawName, value: text, inlineValue }: OptionToken,
  known: KnownOptions,
  { t }: Localizer,
): void {
  // As in other programs, `-o=json` is `-o json`.
  const value = rawName.startsWith('--') ? text : text?.replace(/^=/, '');
  const option = displayText(rawName, 60);
  const row = known.get(name);
  const instead = row === undefined ? formerOption(name) : undefined;
  if (instead !== undefined)
    throw new UsageError(t('The option {option} was removed. Use {instead}.', { option, instead }));
  if (row === undefined) throw unknownOption(option, meantOption(name, known), { t });
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
