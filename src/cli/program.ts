import type { Readable } from 'node:stream';
import { isAbort } from '../api/errors/apiError.ts';
import { unreplacedVariable } from '../api/transport/token.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { untilAborted } from '../base/delay.ts';
import { foldText } from '../base/foldText.ts';
import { createLocalizer, englishLocalizer, type Localizer } from '../base/localizer.ts';
import { createRedactor, type Redact } from '../base/redact.ts';
import { type CliContext, programVersion } from './cliContext.ts';
import { type CommandLine, parseCommandLine } from './commandLine.ts';
import { type CommandTable, commandTableOf, formatsOf, termsOf } from './commandTable.ts';
import type { Connector } from './connector.ts';
import type { CliPart, CommandRow } from './contribution.ts';
import { meantCommand, meantFormat, withMeant } from './habits.ts';
import {
  commandHelp,
  completionHelp,
  connectionHelp,
  connectionTopic,
  programHelp,
  programName,
} from './help.ts';
import { ConfirmationError, tokenVariable, UsageError } from './optionTable.ts';
import { markdownFailure } from './terminal/markdown.ts';
import { hasColors, Output, type Stream } from './terminal/output.ts';
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
  return new Program(parts, await localizerFor(parts.environment)).run();
}

/** Loads what a command needs only when it runs: help, errors in arguments and the version need little. */
class Program {
  readonly #parts: ProgramParts;
  readonly #table: CommandTable;
  readonly #localizer: Localizer;
  readonly #secrets = new Set<string>();
  #redact: Redact = text => text;
  readonly #output: Output;
  #connector: Connector | undefined;
  #done: string;

  constructor(parts: ProgramParts, localizer: Localizer) {
    const { args, environment, stdout, stderr } = parts;
    this.#parts = parts;
    this.#table = commandTableOf(parts.contributions);
    this.#localizer = localizer;
    this.#addSecret(environment[tokenVariable]?.trim());
    this.#done = this.#localizer.t('Nothing was changed on the server.');
    const redact: Redact = text => this.#redact(text);
    const [format, isUncut] = [formatIn(args), args.includes('--no-trunc')];
    this.#output = new Output({
      stdout,
      stderr,
      format,
      isUncut,
      hasColors: hasColors(stdout, environment),
      redact,
    });
  }

  async run(): Promise<number> {
    // Pending requests end before the last line is printed.
    const close = () => this.#connector?.close();
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
      environment[tokenVariable]?.trim(),
      localizer,
    );
    if (options.has('version')) return this.#print([programVersion]);
    if (command === 'help' || options.has('help'))
      return this.#help(command === 'help' ? operands[0] : command);
    if (command === 'completion') {
      const { completionScript } = await import('./completion.ts');
      return this.#print(completionScript(operands, localizer));
    }
    if (command === undefined) {
      output.note(programHelp(this.#table, localizer).join('\n'));
      return 1;
    }
    // The scripts of shells call “complete”.
    const called = command === 'complete' ? undefined : this.#commandNamed(command);
    if (called !== undefined) {
      if (operands.some(isBlank))
        throw new UsageError(localizer.t('An argument is blank. Is a variable not set?'));
      this.#checkOptions(...called, { operands, options });
    }
    const source = { options, environment, localizer };
    const clock = this.#parts.clock ?? systemClock;
    const { Connector } = await import('./connector.ts');
    const addSecret = (secret: string | undefined) => this.#addSecret(secret);
    const connector = new Connector({ args, clock, localizer, output, addSecret });
    this.#connector = connector;
    const { failureText } = await import('./failure.ts');
    const context: CliContext<string> = {
      ...source,
      clock,
      operands,
      output,
      signal,
      ask: this.#ask(),
      connect: (from = source) => connector.connect(from),
      errorText: error => failureText(error, connector.serverName, localizer),
      setDone: sentence => {
        this.#done = sentence;
      },
      filterTerms: this.#table.filterTerms,
      loadTerms: async (filter, session) => {
        for (const part of this.#table.parts) await part.loadTerms?.(filter, session, context);
      },
    };
    if (called === undefined) {
      const { completeWords } = await import('./completion.ts');
      return completeWords(context, this.#table);
    }
    // Loading the name of the zone takes long, and only this variable can make it unknown.
    if (environment['TZ'] !== undefined) {
      const { doubtLocalZone, localZoneProblem } = await import('../recurrence/text/timeZone.ts');
      output.note(localZoneProblem(doubtLocalZone(), localizer) ?? '');
    }
    return called[1].run(context);
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
          foreign === 'timeout' ? '--request-timeout' : meantInstead(name, operands, this.#listHas(foreign)),
          localizer,
        ),
      );
    const wanted = options.value('output');
    const known = formatsOf(row);
    if (wanted !== undefined && !known.some(format => format === wanted))
      throw new UsageError(
        withMeant(
          localizer.t('--output of “{name}” must be one of: {formats}.', { name, formats: known.join(', ') }),
          meantInstead(name, operands, this.#listPrints(wanted)) ?? meantFormat(wanted, known),
          localizer,
        ),
      );
  }

  #listHas(option: string): boolean {
    return Object.hasOwn(this.#table.commands.get('list')?.options ?? {}, option);
  }

  #listPrints(format: string): boolean {
    return this.#table.commands.get('list')?.formats?.some(known => known === format) ?? false;
  }

  #ask(): CliContext['ask'] {
    const { stdin, stderr, signal } = this.#parts;
    if (stdin === undefined || stderr.isTTY !== true) return undefined;
    return async question => {
      this.#output.note(question);
      const { createInterface } = await import('node:readline/promises');
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

  async #help(topic: string | undefined): Promise<number> {
    const localizer = this.#localizer;
    if (topic === undefined || topic === 'help') return this.#print(programHelp(this.#table, localizer));
    if (topic === 'completion') return this.#print(completionHelp(localizer));
    if (topic === connectionTopic) return this.#print(connectionHelp(localizer));
    const [name, row] = this.#commandNamed(topic);
    const terms = Object.hasOwn(row.options, 'filter') ? await termsOf(this.#table) : [];
    return this.#print(commandHelp(name, row, terms, localizer));
  }

  #print(lines: readonly string[]): number {
    this.#output.lines(lines);
    return 0;
  }

  async #failed(error: unknown): Promise<number> {
    const { t } = this.#localizer;
    if (isAbort(error) && this.#parts.signal.aborted) {
      this.#report('interrupted', `${t('Interrupted.')} ${this.#done}`);
      return 130;
    }
    if (error instanceof UsageError) {
      const hint = `\n${t('Run “device-automation help” for usage.')}`;
      this.#report('usage', error.message, this.#output.isDocument ? '' : hint);
      return 1;
    }
    const { failureKind, failureText } = await import('./failure.ts');
    const text = failureText(error, this.#connector?.serverName ?? '', this.#localizer);
    this.#report(failureKind(error), text);
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

  #addSecret(secret: string | undefined): void {
    // The name of a variable is no secret, and the error says it.
    if (secret === undefined || unreplacedVariable(secret) !== undefined) return;
    this.#redact = createRedactor(this.#secrets.add(secret));
  }
}

/** Whether an operand names nothing: it is blank, also behind what says of which kind it is. */
function isBlank(operand: string): boolean {
  return /^((job|group)s?\/)?(name:)?\s*$/.test(foldText(operand));
}

/** `get jobs`, as in kubectl, is a list. */
function meantInstead(name: string, [kind = 'jobs', ...names]: readonly string[], listHasIt: boolean) {
  return name === 'get' && names.length === 0 && listHasIt ? `list ${kind.replace(/s?$/, 's')}` : undefined;
}

/**
 * The language of the locale, from the environment variables in POSIX order; English for languages without a
 * translation.
 */
export async function localizerFor({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Promise<Localizer> {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find(value => value !== undefined && value !== '') ?? '';
  const [language = ''] = locale.toLowerCase().split(/[_.@-]/);
  if (language !== 'ru') return englishLocalizer;
  const { default: russian } = await import('../../l10n/bundle.l10n.ru.json', { with: { type: 'json' } });
  const texts = new Map(Object.entries(russian));
  return createLocalizer(language, message => texts.get(message) ?? message);
}
