import manifest from '../../package.json' with { type: 'json' };
import type { Clock } from '../base/clock.ts';
import type { FilterTerm } from '../store/filter/filterTerm.ts';
import type { JobFilter } from '../store/filter/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { CliConnection, ConnectionSource } from './cliConnection.ts';
import type { Options } from './optionTable.ts';
import type { Output } from './terminal/output.ts';

export const programVersion = manifest.version;

/**
 * 0: done, or nothing to do; 1: failed; 2: changes are planned, or something was found; 3: the time limit was reached;
 * 4: --yes is required; 5: exported except for what is named.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5;

/** What a command runs with. `Name`: the options that it may ask for. */
export interface CliContext<Name extends string = never> extends Omit<ConnectionSource, 'options'> {
  readonly options: Options<Name>;
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
  /** Sets a sentence about what was done so far, printed if the user interrupts the command. */
  readonly setDone: (sentence: string) => void;
  /** The terms of the job filter that contributions add. */
  readonly filterTerms: () => Promise<readonly FilterTerm[]>;
  /** Reads what the terms of a filter need beside the jobs, which have been read. */
  readonly loadTerms: (filter: JobFilter, session: ServerSession) => Promise<void>;
}
