import { severities } from '../fleetCheck/checkedFleet.ts';
import { statusKinds } from '../model/jobStatus.ts';
import { isTimeZone } from '../model/server.ts';
import { englishTerms } from '../store/jobs/jobFilter.ts';
import type { Localizer } from '../util/localizer.ts';
import { keysOf } from '../util/tables.ts';
import { filterTerms } from './filterTerms.contribution.ts';
import { meantValue, withMeant } from './habits.ts';

/**
 * What shells complete: fixed words, files, time zones, or names that the program reads from the server; `objects`: a
 * kind, and then the names of that kind.
 */
export type Completion =
  | readonly string[]
  | 'file'
  | 'folder'
  | 'zones'
  | 'jobs'
  | 'groups'
  | 'servers'
  | 'objects';

const terms = englishTerms(filterTerms).map(term => `@${term}`);

/** What `wait` waits for. */
export const waitGoals = ['ended', ...statusKinds.filter(kind => kind !== 'unknown')] as const;

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
  readonly text: string;
}

/** Options of every command that connects to a server. */
const connectionTable = {
  'server-url': {
    value: 'URL',
    text: 'The server, as https://host[:port][/prefix]. Default: $DEVICE_AUTOMATION_SERVER_URL.',
  },
  'server-name': {
    value: 'NAME',
    completes: 'servers',
    text: 'The name of the server, as in device-automation.json. Default: its host.',
  },
  'token-env': {
    value: 'NAME',
    text: 'The environment variable with the token. Default: DEVICE_AUTOMATION_TOKEN.',
  },
  'token-fd': {
    value: 'NUMBER',
    text: 'Read the token from this file descriptor instead; 0 is standard input.',
  },
  'token-file': {
    value: 'FILE',
    completes: 'file',
    text: 'Read the token from this file instead; it may be replaced while the program runs.',
  },
  'ca-file': {
    value: 'FILE',
    completes: 'file',
    text: 'A PEM file of CAs to trust for this server in addition to the others.',
  },
  certificate: {
    value: 'SHA256',
    text: 'The SHA-256 fingerprint of the only certificate that is accepted from this server.',
  },
  'no-system-certificates': { text: 'Do not trust the CAs of the operating system.' },
  'no-proxy': { text: 'Ignore HTTPS_PROXY, HTTP_PROXY and ALL_PROXY.' },
  'allow-http': { text: 'Send the token over plain HTTP, where anyone on the network path can read it.' },
  'request-timeout': {
    value: 'TIME',
    most: 600,
    text: 'How long to wait for each response, such as 45s or 2m. Default: 30s.',
  },
  query: {
    value: 'NAME=VALUE',
    isRepeatable: true,
    text: 'A query parameter of the job list, sent unchanged. May be repeated.',
  },
  production: {
    text: 'This is a production server: writes require its name, typed in a terminal, or --yes.',
  },
  'read-only': { text: 'Reject every write before it is sent.' },
  verbose: { text: 'Print each request with its status and duration to standard error.' },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** The options of all commands. */
const optionTable = {
  ...connectionTable,
  output: {
    value: 'FORMAT',
    short: 'o',
    completes: ['json', 'wide', 'name', 'markdown'],
    text: 'json prints one document for programs; wide adds columns, name prints what other commands accept, one a line, and markdown is for comments. Not every command has all of them.',
  },
  json: { text: 'The same as --output json: one JSON document; errors are JSON too.' },
  'no-trunc': {
    text: 'Do not shorten long values in tables. Otherwise tables are cut to the width of the terminal.',
  },
  help: { short: 'h', text: 'Print the help of the program or of a command.' },
  version: { text: 'Print the version.' },
  filter: {
    value: 'TEXT',
    short: 'l',
    completes: terms,
    text: 'The jobs that match, as in the Jobs view: words of the name, #12 for an ID, device NAME and group NAME for targets, and the terms {terms}. A time asks for runs that were seen since then: @failed since yesterday. A dash before a term or a target excludes it.',
  },
  for: {
    value: 'STATUS',
    completes: waitGoals,
    text: 'The status to wait for: ended (the default), queued, running, succeeded, failed, stopped or idle.',
  },
  watch: { short: 'w', text: 'Then print each change, until Ctrl+C.' },
  'no-wait': { text: 'Do not wait for the jobs to end.' },
  timeout: {
    value: 'TIME',
    least: 0,
    most: 7 * 86_400,
    text: 'How long to wait for the jobs in all, such as 90s, 10m or 1h30m; with 0, their statuses are read once. Default: 2m.',
  },
  job: {
    value: 'JOB',
    completes: 'jobs',
    isRepeatable: true,
    text: 'Export this job only, by ID or full name. May be repeated.',
  },
  group: {
    value: 'GROUP',
    completes: 'groups',
    isRepeatable: true,
    text: 'Export this group only, by DN or full name. May be repeated.',
  },
  out: {
    value: 'FILE',
    completes: 'file',
    text: 'Write the plan to this file, for “apply FILE”. Nothing is sent.',
  },
  'dry-run': { text: 'Print what would be done, as “plan” does, and do nothing.' },
  only: {
    value: 'FILE',
    completes: 'file',
    isRepeatable: true,
    text: 'Apply this file only; the path is relative to the folder. May be repeated.',
  },
  partial: {
    text: 'Apply the other changes if some cannot be applied. Without this option, such a plan is not applied.',
  },
  'allow-delete': {
    text: 'Delete objects that have no file, if the file set has "prune". Without this option, such a plan is not applied.',
  },
  'max-deletes': {
    value: 'NUMBER',
    most: 1_000_000,
    text: 'Delete at most this many objects; otherwise nothing is applied. Required if more than 10 objects and more than a tenth of the managed ones would be deleted.',
  },
  'lock-timeout': {
    value: 'TIME',
    least: 0,
    most: 86_400,
    text: 'How long to wait for another apply of the same files to the same server, such as 90s or 10m. By default, nothing is applied while there is one.',
  },
  'minimum-severity': {
    value: 'SEVERITY',
    completes: severities,
    text: 'Only findings of this severity or a higher one: information (the default), warning or error.',
  },
  severity: {
    value: 'RULE=SEVERITY',
    isRepeatable: true,
    text: 'Give a rule of the fleet check this severity: error, warning, information or off, as in the setting fleet.rules. May be repeated.',
  },
  'time-zone': {
    value: 'ZONE',
    completes: 'zones',
    text: "The IANA name of the server's time zone, such as Europe/Berlin, for schedules without one. Unless it is passed, their runs are not judged.",
  },
  sarif: { text: 'Print the findings in files as SARIF 2.1.0, for code scanning in CI.' },
  yes: {
    short: 'y',
    text: 'Do not ask before a write. Without a terminal, a write to more than one object or to a production server requires this; a file of “plan --out” counts as confirmed, except for a production server.',
  },
  'allow-writes': {
    text: 'Let clients plan and apply changes. Without this option, there are only tools that read.',
  },
  'state-dir': {
    value: 'FOLDER',
    completes: 'folder',
    text: 'Where runs are recorded, so that an interrupted one can be resumed, and what is seen of jobs is stored. Default: device-automation in $XDG_STATE_HOME or ~/.local/state.',
  },
  once: {
    text: "Check as many jobs as a minute's requests allow once, the most urgent ones first, and exit.",
  },
  'requests-per-minute': {
    value: 'NUMBER',
    most: 6_000,
    text: 'How many requests to send per minute at most. Default: 150.',
  },
  metrics: {
    value: 'fleet|jobs',
    completes: ['fleet', 'jobs'],
    text: 'The metrics to write: sums of the fleet, or also those of each job. Default: fleet.',
  },
  'metrics-textfile': {
    value: 'FILE',
    completes: 'file',
    text: 'Write the metrics to this file, for the textfile collector of node_exporter.',
  },
  'metrics-listen': {
    value: '[ADDRESS:]PORT',
    text: 'Serve /metrics, /healthz, /livez and /readyz there. Default address: 127.0.0.1.',
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof optionTable;

export const connectionOptions: readonly OptionName[] = keysOf(connectionTable);
export const optionNames: readonly OptionName[] = keysOf(optionTable);
export const optionRows: Readonly<Record<OptionName, OptionRow>> = optionTable;

/** The help text of an option. */
export function optionText(name: OptionName, { t }: Localizer): string {
  return t(optionTable[name].text, { terms: terms.join(', ') });
}

/** The options of the command line. */
export class ParsedOptions {
  readonly #values: ReadonlyMap<OptionName, readonly string[]>;
  readonly #localizer: Localizer;

  constructor(values: ReadonlyMap<OptionName, readonly string[]>, localizer: Localizer) {
    this.#values = values;
    this.#localizer = localizer;
  }

  get names(): readonly OptionName[] {
    return [...this.#values.keys()];
  }

  has(name: OptionName): boolean {
    return this.#values.has(name);
  }

  /** The last of the given values. */
  value(name: OptionName): string | undefined {
    return this.values(name).at(-1);
  }

  values(name: OptionName): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** Throws `UsageError` unless the value is one of the words. */
  oneOf<Word extends string>(name: OptionName, words: readonly Word[]): Word | undefined {
    const text = this.value(name);
    const found = words.find(word => word === text);
    if (text === undefined || found !== undefined) return found;
    const problem = this.#localizer.t('--{name} must be one of: {words}.', { name, words: words.join(', ') });
    throw new UsageError(withMeant(problem, meantValue(text, words), this.#localizer));
  }

  /** The server's time zone, if it is passed. Throws `UsageError` unless it is an IANA name. */
  timeZone(): string | undefined {
    const zone = this.value('time-zone');
    if (zone === undefined || isTimeZone(zone)) return zone;
    throw new UsageError(this.#localizer.t('There is no time zone “{zone}”.', { zone }));
  }

  /** Throws `UsageError` unless the value is a number within the limits of the option. */
  number(name: OptionName): number | undefined {
    const text = this.value(name);
    const { most = Number.MAX_SAFE_INTEGER } = optionRows[name];
    if (text === undefined || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most))
      return text === undefined ? undefined : Number(text);
    throw new UsageError(
      this.#localizer.t('--{name} must be a whole number from 1 to {most}.', { name, most }),
    );
  }

  /** The seconds of a time such as 90, 90s, 10m or 1h30m. Throws `UsageError` if it is not within the limits of the option. */
  seconds(name: OptionName): number | undefined {
    const text = this.value(name);
    if (text === undefined) return undefined;
    const { least = 1, most = Number.MAX_SAFE_INTEGER } = optionRows[name];
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
