import manifest from '../../package.json' with { type: 'json' };
import type { FilterTerm } from '../store/filterTerm.ts';
import type { Clock } from '../util/clock.ts';
import type { CliConnection, ConnectionSource } from './cliConnection.ts';
import type { Completion, OptionName } from './optionTable.ts';
import type { Output } from './terminal/output.ts';
import type { Format } from './terminal/outputFormat.ts';

export const programVersion = manifest.version;

/**
 * 0: done, or nothing to do; 1: failed; 2: changes are planned, or something was found; 3: the time limit was reached;
 * 4: --yes is required; 5: exported except for what is named.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

export interface CliContext extends ConnectionSource {
  readonly operands: readonly string[];
  readonly output: Output;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Shows a prompt and resolves with the input; `undefined` without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Connects to the server from the options, or from others; the program closes the connection. */
  readonly connect: (source?: ConnectionSource) => CliConnection;
  /** Describes an error in sentences. */
  readonly errorText: (error: unknown) => string;
  /** The terms of the job filter that contributions add. */
  readonly filterTerms: readonly FilterTerm[];
  /** Sets a sentence about what was done so far, printed if the user interrupts the command. */
  readonly setDone: (sentence: string) => void;
}

export interface CommandRow {
  /** The operands in the first line of its help. */
  readonly operands: string;
  readonly summary: string;
  /** The paragraphs of its help. */
  readonly details: readonly string[];
  readonly options: readonly OptionName[];
  /** Formats of --output in addition to JSON and YAML. */
  readonly formats?: readonly Format[];
  /** Command lines, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
  /** How shells complete its operands. */
  readonly completes?: Completion;
  readonly run: (context: CliContext) => Promise<ExitCode>;
}
