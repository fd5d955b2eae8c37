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
  target: '--only',
  selector: '--filter',
  'field-selector': '--filter',
  follow: '--watch',
  format: '--output',
  filename: 'FOLDER',
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
 * The option that an argument in the manner of Terraform, such as `-target=x`, stands for; `undefined` for all others,
 * such as the short options `-ojson`.
 */
export function meantByOneDash(argument: string, known: readonly string[]): string | undefined {
  const [, name] = /^-([a-z][a-z-]{2,})(?:=.*)?$/s.exec(argument) ?? [];
  if (name === undefined) return undefined;
  return ownValue(foreignOptions, name) ?? (known.includes(name) ? `--${name}` : undefined);
}

function ownValue(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The text, with the word that was probably meant. */
export function withSuggestion(
  word: string,
  known: readonly string[],
  text: string,
  { t }: Localizer,
): string {
  const meant = nearest(word, known);
  return meant === undefined || meant === word ? text : `${text} ${t('Did you mean “{meant}”?', { meant })}`;
}
