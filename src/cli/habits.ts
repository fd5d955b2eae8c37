import type { Localizer } from '../util/localizer.ts';
import { nearest } from '../util/nameSearch.ts';

/** Commands of other programs, and the command line here that does the same. */
const foreignCommands: Readonly<Record<string, string>> = {
  ls: 'list',
  describe: 'get',
  show: 'get',
  ps: 'status',
  top: 'status --watch',
  logs: 'status --watch',
  edit: 'export',
  pull: 'export',
  refresh: 'plan',
  create: 'apply',
  import: 'apply',
  push: 'apply',
  up: 'apply',
  destroy: 'delete',
  remove: 'delete',
  rm: 'delete',
  cancel: 'stop',
  kill: 'stop',
  suspend: 'disable',
  resume: 'enable',
  cordon: 'disable',
  uncordon: 'enable',
  rollout: 'wait',
  config: 'check',
  fmt: 'validate',
  init: 'check',
  login: 'check',
  version: '--version',
};

/** Options of other programs, and what is passed here instead. */
const foreignOptions: Readonly<Record<string, string>> = {
  'auto-approve': '--yes',
  assumeyes: '--yes',
  force: '--yes',
  destroy: '--allow-delete',
  prune: '--allow-delete',
  'wait-seconds': '--timeout',
  'server-dry-run': '--dry-run',
  'no-headers': '--output name',
  target: '--only',
  selector: '--filter',
  'field-selector': '--filter',
  follow: '--watch',
  format: '--output',
  filename: 'FOLDER',
  f: 'FOLDER',
  chdir: 'FOLDER',
  server: '--server-url',
  url: '--server-url',
  insecure: '--certificate',
  'insecure-skip-tls-verify': '--certificate',
};

/** What a word of another program, or a mistyped one, stands for. */
export function meantCommand(word: string, known: readonly string[]): string | undefined {
  return ownValue(foreignCommands, word) ?? nearest(word, known);
}

export function meantOption(word: string, known: readonly string[]): string | undefined {
  const similar = nearest(word, known);
  return ownValue(foreignOptions, word) ?? (similar === undefined ? undefined : `--${similar}`);
}

/**
 * An option in the manner of Terraform, such as `-target=x`, and what it stands for; `undefined` for all others, such as
 * the short options `-ojson`.
 */
export function optionWithOneDash(
  argument: string,
  known: readonly string[],
  short: readonly string[],
): { readonly option: string; readonly meant: string | undefined } | undefined {
  const [, name] = /^-([a-z][a-z-]{2,})(?:=.*)?$/s.exec(argument) ?? [];
  if (name === undefined) return undefined;
  const meant = ownValue(foreignOptions, name) ?? (known.includes(name) ? `--${name}` : undefined);
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
