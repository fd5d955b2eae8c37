import type { Localizer } from '../base/localizer.ts';
import { pickKeys } from '../base/tables.ts';

/**
 * What shells complete: fixed words, files, time zones, the terms of a filter, or names that the program reads from the
 * server; `objects`: a kind, and then the names of that kind.
 */
export type Completion =
  | readonly string[]
  | 'file'
  | 'folder'
  | 'zones'
  | 'terms'
  | 'jobs'
  | 'groups'
  | 'servers'
  | 'objects';

export interface OptionRow {
  /** The name of its value in the help; options without one are flags. */
  readonly value?: string;
  /** What shells complete as its value. */
  readonly completes?: Completion;
  readonly isRepeatable?: true;
  /** The highest value of a whole number, or of a time in seconds; the lowest one is 1 unless `least` says otherwise. */
  readonly most?: number;
  readonly least?: number;
  readonly short?: string;
  /** What other programs call it. */
  readonly synonyms?: readonly string[];
  /** Its help, with the terms of a filter. */
  readonly text: (localizer: Localizer, terms: string) => string;
}

/** Options by name. */
export type OptionRows<Name extends string = string> = Readonly<Record<Name, OptionRow>>;

/** The options that a command was called with; it can only ask for those that it has. */
export interface Options<Name extends string> {
  readonly has: (name: Name) => boolean;
  /** The last of the given values. */
  readonly value: (name: Name) => string | undefined;
  readonly values: (name: Name) => readonly string[];
  /** Throws `UsageError` unless the value is one of the words. */
  readonly oneOf: <Word extends string>(name: Name, words: readonly Word[]) => Word | undefined;
  /** Throws `UsageError` unless the value is a number within the limits of the option. */
  readonly number: (name: Name) => number | undefined;
  /**
   * The seconds of a time such as 90, 90s, 10m or 1h30m. Throws `UsageError` if it is not within the limits of the
   * option.
   */
  readonly seconds: (name: Name) => number | undefined;
}

export const tokenVariable = 'DEVICE_AUTOMATION_TOKEN';

/** Options of every command that connects to a server. */
export const connectionOptions = {
  'server-url': {
    synonyms: ['server', 'url'],
    value: 'URL',
    text: ({ t }) =>
      t('The server, as https://host[:port][/prefix]. Default: $DEVICE_AUTOMATION_SERVER_URL.'),
  },
  'server-name': {
    value: 'NAME',
    completes: 'servers',
    text: ({ t }) =>
      t(
        'The name of the server, as in device-automation.json. Default: $DEVICE_AUTOMATION_SERVER_NAME, or its host.',
      ),
  },
  profile: {
    synonyms: ['context'],
    value: 'NAME',
    text: ({ t }) =>
      t(
        'The profile in device-automation/config.json, in $XDG_CONFIG_HOME or ~/.config, that has the server, its certificates and the source of its token.',
      ),
  },
  'token-file': {
    value: 'FILE',
    completes: 'file',
    text: ({ t }) =>
      t(
        'Read the token from this file, or with - from standard input, and not from $DEVICE_AUTOMATION_TOKEN; a file may be replaced while the program runs.',
      ),
  },
  'ca-file': {
    value: 'FILE',
    completes: 'file',
    text: ({ t }) =>
      t(
        'A file of CAs (PEM, DER or PKCS #7) to trust for this server in addition to the others. Default: $DEVICE_AUTOMATION_CA_FILE.',
      ),
  },
  'client-certificate': {
    synonyms: ['cert', 'client-pfx', 'pfx'],
    value: 'FILE',
    completes: 'file',
    text: ({ t }) =>
      t(
        'The client certificate, if the server requires one: PEM, or PFX with its key. Default: $DEVICE_AUTOMATION_CLIENT_CERTIFICATE.',
      ),
  },
  'client-key': {
    value: 'FILE',
    completes: 'file',
    text: ({ t }) =>
      t(
        'The key of the client certificate (PEM), unless it is in the same file. Default: $DEVICE_AUTOMATION_CLIENT_KEY.',
      ),
  },
  'client-passphrase-file': {
    value: 'FILE',
    completes: 'file',
    text: ({ t }) =>
      t('Read the passphrase of that key from this file, and not from $DEVICE_AUTOMATION_CLIENT_PASSPHRASE.'),
  },
  certificate: {
    synonyms: ['insecure', 'insecure-skip-tls-verify'],
    value: 'SHA256',
    text: ({ t }) => t('The SHA-256 fingerprint of the only certificate that is accepted from this server.'),
  },
  'no-system-certificates': { text: ({ t }) => t('Do not trust the CAs of the operating system.') },
  'no-proxy': { text: ({ t }) => t('Ignore HTTPS_PROXY, HTTP_PROXY and ALL_PROXY.') },
  'allow-http': {
    text: ({ t }) => t('Send the token over plain HTTP, where anyone on the network path can read it.'),
  },
  'request-timeout': {
    value: 'TIME',
    most: 600,
    text: ({ t }) => t('How long to wait for each response, such as 45s or 2m. Default: 30s.'),
  },
  query: {
    value: 'NAME=VALUE',
    isRepeatable: true,
    text: ({ t }) => t('A query parameter of the job list, sent unchanged. May be repeated.'),
  },
  production: {
    text: ({ t }) =>
      t('This is a production server: writes require its name, typed in a terminal, or --yes.'),
  },
  'read-only': { text: ({ t }) => t('Reject every write before it is sent.') },
  verbose: { text: ({ t }) => t('Print each request with its status and duration to standard error.') },
} satisfies OptionRows;

export type ConnectionOption = keyof typeof connectionOptions;

/** Options that mean the same for every command that has them. */
export const generalOptions = {
  ...connectionOptions,
  output: {
    synonyms: ['format'],
    value: 'FORMAT',
    short: 'o',
    completes: ['table', 'json', 'csv', 'name', 'markdown', 'sarif'],
    text: ({ t }) =>
      t(
        'table (the default), json for programs, with errors as JSON too, csv for spreadsheets, name for what other commands accept, one a line, markdown for comments, or sarif for code scanning. Not every command has all of them.',
      ),
  },
  'no-status': {
    text: ({ t }) => t('Do not read the statuses of jobs, each of which needs a request.'),
  },
  'no-trunc': {
    text: ({ t }) =>
      t('Do not shorten long values in tables. Otherwise tables are cut to the width of the terminal.'),
  },
  help: { short: 'h', text: ({ t }) => t('Print the help of the program or of a command.') },
  version: { text: ({ t }) => t('Print the version.') },
  filter: {
    synonyms: ['selector', 'field-selector'],
    value: 'TEXT',
    short: 'l',
    completes: 'terms',
    text: ({ t }, terms) =>
      t(
        'The jobs that match, as in the Jobs view: words of the name, #12 for an ID, device NAME and group NAME for targets, and the terms {terms}. A time asks for runs that were seen since then: @failed since yesterday. A dash before a term or a target excludes it.',
        { terms },
      ),
  },
  watch: { synonyms: ['follow'], short: 'w', text: ({ t }) => t('Then print each change, until Ctrl+C.') },
  timeout: {
    synonyms: ['wait-seconds'],
    value: 'TIME',
    least: 0,
    most: 7 * 86_400,
    text: ({ t }) =>
      t(
        'How long to wait for the jobs in all, such as 90s, 10m or 1h30m; with 0, their statuses are read once. Default: 2m.',
      ),
  },
  'dry-run': {
    synonyms: ['server-dry-run'],
    text: ({ t }) => t('Print what would be done, as “plan” does, and do nothing.'),
  },
  'time-zone': {
    value: 'ZONE',
    completes: 'zones',
    text: ({ t }) =>
      t(
        "The IANA name of the server's time zone, such as Europe/Berlin, for schedules without one. Unless it is passed, their runs are not judged.",
      ),
  },
  yes: {
    synonyms: ['auto-approve', 'assumeyes', 'force'],
    short: 'y',
    text: ({ t }) =>
      t(
        'Do not ask before a write. Without a terminal, a write to more than one object or to a production server requires this; a file of “plan --out” counts as confirmed, except for a production server.',
      ),
  },
  'state-dir': {
    value: 'FOLDER',
    completes: 'folder',
    text: ({ t }) =>
      t(
        'Where runs are recorded, so that an interrupted one can be resumed, and what is seen of jobs is stored. Default: $DEVICE_AUTOMATION_STATE_DIR, or device-automation in $XDG_STATE_HOME or ~/.local/state.',
      ),
  },
} satisfies OptionRows;

/** Some of the general options, for a command. */
export function general<Name extends keyof typeof generalOptions>(
  ...names: readonly Name[]
): OptionRows<Name> {
  return pickKeys(generalOptions, ...names);
}

/** An error in the command line, described in the user's language. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Nobody can be asked, and --yes was not passed. */
export class ConfirmationError extends Error {
  override readonly name = 'ConfirmationError';
}

/** An operand matches nothing on the server, or several objects. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}
