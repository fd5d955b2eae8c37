import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import russian from '../../l10n/bundle.l10n.ru.json' with { type: 'json' };
import { isAbort } from '../api/errors/apiError.ts';
import { proxyLogin } from '../api/network/proxyChoice.ts';
import type { Exchange } from '../api/transport/requestLog.ts';
import { unreplacedVariable } from '../api/transport/token.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { untilAborted } from '../base/delay.ts';
import { createLocalizer, englishLocalizer, type Localizer } from '../base/localizer.ts';
import { createRedactor, type Redact } from '../base/redact.ts';
import { doubtLocalZone, localZoneProblem } from '../recurrence/text/timeZone.ts';
import {
  type CliConnection,
  type ConnectionSource,
  connectTo,
  defaultTokenVariable,
  networkOf,
  readToken,
  serverOf,
} from './cliConnection.ts';
import { type CliContext, programVersion } from './cliContext.ts';
import { type CommandLine, parseCommandLine, rejectSecrets } from './commandLine.ts';
import { listCommand } from './commands/list.ts';
import { type CommandTable, commandTableOf, formatsOf } from './commandTable.ts';
import { completeWords, completionScript } from './completion.ts';
import type { CliPart, CommandRow } from './contribution.ts';
import { failureKind, failureText } from './failure.ts';
import { meantCommand, withMeant } from './habits.ts';
import { commandHelp, completionHelp, programHelp, programName } from './help.ts';
import { ConfirmationError, UsageError } from './optionTable.ts';
import { markdownFailure } from './terminal/markdown.ts';
import { Output, type Stream } from './terminal/output.ts';
import { formatIn } from './terminal/outputFormat.ts';

export interface ProgramParts {
  /** What is added to the commands of every program. */
  readonly contributions: readonly CliPart[];
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The terminal, for prompts. */
  readonly stdin?: (() => Readable) | undefined;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

/** Runs one command line; resolves with the exit code after everything is closed. */
export async function runProgram(parts: ProgramParts): Promise<number> {
  return new Program(parts).run();
}

class Program {
  readonly #parts: ProgramParts;
  readonly #table: CommandTable;
  readonly #localizer: Localizer;
  readonly #secrets = new Set<string>();
  #redact: Redact = text => text;
  readonly #output: Output;
  #connection: CliConnection | undefined;
  #done: string;

  constructor(parts: ProgramParts) {
    const { args, environment, stdout, stderr } = parts;
    this.#parts = parts;
    this.#table = commandTableOf(parts.contributions);
    this.#localizer = localizerFor(environment);
    this.#addSecret(environment[defaultTokenVariable]?.trim());
    this.#done = this.#localizer.t('Nothing was changed on the server.');
    const redact: Redact = text => this.#redact(text);
    const [format, isUncut] = [formatIn(args), args.includes('--no-trunc')];
    this.#output = new Output({ stdout, stderr, format, isUncut, redact });
  }

  async run(): Promise<number> {
    // Pending requests end before the last line is printed.
    const close = () => this.#connection?.close();
    try {
      const code = await this.#run();
      await close();
      const { failure } = this.#output;
      if (failure === undefined) return code;
      const { t } = this.#localizer;
      // A result that could not be written, for example to a full disk.
      this.#report(
        'output',
        failure === 'EPIPE'
          ? t('The program that reads the events has ended, so this one ends as well. Start both again.')
          : t('The result cannot be written: {code}.', { code: failure }),
      );
      return 1;
    } catch (error) {
      await close();
      return this.#failed(error);
    } finally {
      this.#output.endProgress();
    }
  }

  async #run(): Promise<number> {
    const { args, environment, signal } = this.#parts;
    const [localizer, output] = [this.#localizer, this.#output];
    const { command, operands, options } = parseCommandLine(
      args,
      this.#table.options,
      environment[defaultTokenVariable]?.trim(),
      localizer,
    );
    if (options.has('version')) return this.#print([programVersion]);
    if (command === 'help' || options.has('help'))
      return this.#help(command === 'help' ? operands[0] : command);
    if (command === 'completion') return this.#print(completionScript(operands, localizer));
    if (command === undefined) {
      output.note(programHelp(this.#table, localizer).join('\n'));
      return 1;
    }
    const source = { options, environment, localizer };
    const context: CliContext<string> = {
      ...source,
      clock: this.#parts.clock ?? systemClock,
      operands,
      output,
      signal,
      ask: this.#ask(),
      connect: (from = source) => this.#connect(from),
      errorText: error => this.#errorText(error),
      setDone: sentence => {
        this.#done = sentence;
      },
      filterTerms: this.#table.filterTerms,
      loadTerms: async (filter, session) => {
        for (const part of this.#table.parts) await part.loadTerms?.(filter, session, context);
      },
    };
    // The scripts of shells call this.
    if (command === 'complete') return completeWords(context, this.#table);
    const [name, row] = this.#commandNamed(command);
    this.#checkOptions(name, row, { operands, options });
    // Loading the name of the zone takes long, and only this variable can make it unknown.
    if (environment['TZ'] !== undefined) output.note(localZoneProblem(doubtLocalZone(), localizer) ?? '');
    return row.run(context);
  }

  /** Throws `UsageError` if the command has not all of these options. */
  #checkOptions(
    name: string,
    row: CommandRow,
    { operands, options }: Pick<CommandLine, 'operands' | 'options'>,
  ): void {
    const localizer = this.#localizer;
    const foreign = options.names.find(option => !Object.hasOwn(row.options, option));
    if (foreign !== undefined)
      throw new UsageError(
        withMeant(
          localizer.t('The command “{name}” has no option --{option}.', { name, option: foreign }),
          foreign === 'timeout'
            ? '--request-timeout'
            : meantInstead(name, operands, Object.hasOwn(listCommand.options, foreign)),
          localizer,
        ),
      );
    const wanted = options.has('json') ? 'json' : options.value('output');
    const known = formatsOf(row);
    if (wanted !== undefined && !known.some(format => format === wanted))
      throw new UsageError(
        withMeant(
          localizer.t('--output of “{name}” must be one of: {formats}.', { name, formats: known.join(', ') }),
          meantInstead(
            name,
            operands,
            formatsOf(listCommand).some(format => format === wanted),
          ),
          localizer,
        ),
      );
  }

  #connect(source: ConnectionSource): CliConnection {
    const server = serverOf(source);
    const token = readToken(source);
    rejectSecrets(this.#parts.args, token, this.#localizer);
    const network = networkOf(source);
    this.#addSecret(token);
    this.#addSecret(proxyLogin(new URL(server.url), network.proxies));
    const getToken = source.options.has('token-file') ? () => this.#newestToken(source, token) : () => token;
    const clock = this.#parts.clock ?? systemClock;
    this.#connection = connectTo({ server, getToken, network, clock }, exchange => {
      if (source.options.has('verbose')) this.#output.note(exchangeText(exchange));
    });
    return this.#connection;
  }

  /** A token file is replaced while a service runs; until it can be read again, the last token counts. */
  #newestToken(source: ConnectionSource, last: string): string {
    try {
      const token = readToken(source);
      this.#addSecret(token);
      return token;
    } catch (error) {
      if (error instanceof UsageError) return last;
      throw error;
    }
  }

  #ask(): CliContext['ask'] {
    const { stdin, stderr, signal } = this.#parts;
    if (stdin === undefined || stderr.isTTY !== true) return undefined;
    return async question => {
      this.#output.note(question);
      // Not in terminal mode, so that Ctrl+C still sends a signal.
      const lines = createInterface({ input: stdin(), terminal: false });
      try {
        return await untilAborted(lines.question(''), signal);
      } finally {
        lines.close();
      }
    };
  }

  #commandNamed(name: string): readonly [name: string, row: CommandRow] {
    const { t } = this.#localizer;
    const { commands } = this.#table;
    const row = commands.get(name);
    if (row !== undefined) return [name, row];
    const meant = meantCommand(name, commands);
    throw new UsageError(
      meant === undefined
        ? t('There is no command “{command}”.', { command: name })
        : t('There is no command “{command}”. Did you mean “{meant}”?', { command: name, meant }),
    );
  }

  #help(topic: string | undefined): number {
    if (topic === undefined || topic === 'help')
      return this.#print(programHelp(this.#table, this.#localizer));
    if (topic === 'completion') return this.#print(completionHelp(this.#localizer));
    return this.#print(commandHelp(...this.#commandNamed(topic), this.#table, this.#localizer));
  }

  #print(lines: readonly string[]): number {
    this.#output.lines(lines);
    return 0;
  }

  #failed(error: unknown): number {
    const { t } = this.#localizer;
    if (isAbort(error) && this.#parts.signal.aborted) {
      this.#report('interrupted', `${t('Interrupted.')} ${this.#done}`);
      return 130;
    }
    const text = this.#errorText(error);
    const hint = error instanceof UsageError ? `\n${t('Run “device-automation help” for usage.')}` : '';
    this.#report(failureKind(error), text, this.#output.isDocument ? '' : hint);
    return error instanceof ConfirmationError ? 4 : 1;
  }

  #report(kind: string, message: string, hint = ''): void {
    if (this.#output.isDocument) this.#output.jsonNote({ error: { kind, message } });
    else this.#output.note(message + hint);
    if (this.#output.format === 'markdown')
      this.#output.lines(markdownFailure(this.#failureTitle(), message));
  }

  /** Also if the arguments are not valid. */
  #failureTitle(): string {
    const rows = this.#parts.args.map(word => this.#table.commands.get(word));
    return rows.find(row => row !== undefined)?.failureTitle?.(this.#localizer) ?? programName;
  }

  #errorText(error: unknown): string {
    return failureText(error, this.#connection?.server.name ?? '', this.#localizer);
  }

  #addSecret(secret: string | undefined): void {
    // The name of a variable is no secret, and the error says it.
    if (secret === undefined || unreplacedVariable(secret) !== undefined) return;
    this.#redact = createRedactor(this.#secrets.add(secret));
  }
}

/** `get jobs`, as in kubectl, is a list. */
function meantInstead(name: string, [kind = 'jobs', ...names]: readonly string[], listHasIt: boolean) {
  return name === 'get' && names.length === 0 && listHasIt ? `list ${kind.replace(/s?$/, 's')}` : undefined;
}

function exchangeText({ method, path, status, durationMs, attempt, failure }: Exchange): string {
  const result = status === undefined ? failure : `HTTP ${status}`;
  const again = attempt > 1 ? ` (${attempt})` : '';
  return `${method} ${path}: ${result}, ${Math.round(durationMs)} ms${again}`;
}

const translations: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([['ru', russian]]);

/**
 * The language of the locale, from the environment variables in POSIX order; English for languages without a
 * translation.
 */
export function localizerFor({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Localizer {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find(value => value !== undefined && value !== '') ?? '';
  const [language = ''] = locale.toLowerCase().split(/[_.@-]/);
  const translation = translations.get(language);
  if (translation === undefined) return englishLocalizer;
  const texts = new Map(Object.entries(translation));
  return createLocalizer(language, message => texts.get(message) ?? message);
}
