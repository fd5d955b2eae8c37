import type { Localizer } from '../base/localizer.ts';
import { nearest } from '../base/nameSearch.ts';

/** Commands or options, and what other programs call them. */
type Known = ReadonlyMap<string, { readonly synonyms?: readonly string[] }>;

/** What is a command in other programs, and needs more than another name here. */
const foreignCommands: Readonly<Record<string, string>> = {
  top: 'status --watch',
  logs: 'status --watch',
  version: '--version',
};

/** The same for options. */
const foreignOptions: Readonly<Record<string, string>> = {
  'no-headers': '--output name',
  filename: 'FOLDER',
  f: 'FOLDER',
  chdir: 'FOLDER',
};

/** Options of former versions, and what stands for each. */
const formerOptions: Readonly<Record<string, string>> = {
  json: '-o json',
  sarif: '-o sarif',
  'token-env': 'DEVICE_AUTOMATION_TOKEN',
  'token-fd': '--token-file -',
};

export function formerOption(name: string): string | undefined {
  return ownValue(formerOptions, name);
}

/** What a word of another program, or a mistyped one, stands for. */
export function meantCommand(word: string, known: Known): string | undefined {
  return ownValue(foreignCommands, word) ?? synonymOf(word, known) ?? nearest(word, [...known.keys()]);
}

export function meantOption(word: string, known: Known): string | undefined {
  return foreignOption(word, known) ?? withDashes(nearest(word, [...known.keys()]));
}

function foreignOption(word: string, known: Known): string | undefined {
  return ownValue(foreignOptions, word) ?? withDashes(synonymOf(word, known));
}

function synonymOf(word: string, known: Known): string | undefined {
  return [...known].find(([, { synonyms = [] }]) => synonyms.includes(word))?.[0];
}

function withDashes(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `--${name}`;
}

/**
 * An option in the manner of Terraform, such as `-target=x`, and what it stands for; `undefined` for all others, such as
 * the short options `-ojson`.
 */
export function optionWithOneDash(
  argument: string,
  known: Known,
  short: readonly string[],
): { readonly option: string; readonly meant: string | undefined } | undefined {
  const [, name] = /^-([a-z][a-z-]{2,})(?:=.*)?$/s.exec(argument) ?? [];
  if (name === undefined) return undefined;
  const meant = foreignOption(name, known) ?? (known.has(name) ? `--${name}` : undefined);
  const isShort = short.some(letter => name.startsWith(letter));
  return meant === undefined && isShort ? undefined : { option: `-${name}`, meant };
}

/** Conditions of kubectl, and other words for statuses. */
const foreignGoals: Readonly<Record<string, string>> = {
  complete: 'succeeded',
  completed: 'succeeded',
  success: 'succeeded',
  delete: 'ended',
  done: 'ended',
  finished: 'ended',
  error: 'failed',
  canceled: 'stopped',
  executing: 'running',
  active: 'running',
};

/** Formats of other programs, and of former versions. */
const foreignFormats: Readonly<Record<string, string>> = {
  wide: 'csv',
  yaml: 'json',
  tsv: 'csv',
  md: 'markdown',
};

export function meantFormat(word: string, known: readonly string[]): string | undefined {
  const format = ownValue(foreignFormats, word) ?? nearest(word, known);
  return format !== undefined && known.includes(format) ? format : undefined;
}

/** What is probably meant by a value of an option, such as `condition=Complete` of --for. */
export function meantValue(word: string, known: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replace(/^condition=/, '');
  const goal = ownValue(foreignGoals, plain);
  return goal !== undefined && known.includes(goal) ? goal : nearest(plain, known);
}

function ownValue(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The text, with the word of the known ones that was probably meant. */
export function withSuggestion(
  word: string,
  known: readonly string[],
  text: string,
  localizer: Localizer,
): string {
  const meant = nearest(word, known);
  return withMeant(text, meant === word ? undefined : meant, localizer);
}

export function withMeant(text: string, meant: string | undefined, { t }: Localizer): string {
  return meant === undefined ? text : `${text} ${t('Did you mean “{meant}”?', { meant })}`;
}
