import type { Localizer } from '../util/localizer.ts';
import type { Connection } from './connection.ts';
import type { OptionName } from './optionTable.ts';
import type { ParsedOptions } from './parsedOptions.ts';
import type { Output } from './terminal/output.ts';

/** 0: done, or nothing to do; 2: changes are planned; 1: failed. */
export type ExitCode = 0 | 1 | 2;

export interface CommandContext {
  readonly operands: readonly string[];
  readonly options: ParsedOptions;
  readonly output: Output;
  readonly localizer: Localizer;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asks a question and resolves with the typed text; `undefined` without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Connects to the server of the command line; the program closes the connection. */
  readonly connect: () => Connection;
  /** An error as sentences for a person. */
  readonly errorText: (error: unknown) => string;
  /** Sets the sentence about what has been done so far, shown if the person interrupts the command. */
  readonly setDone: (sentence: string) => void;
}

export interface CommandRow {
  /** The operands in the first line of its help. */
  readonly operands: string;
  readonly summary: string;
  /** Paragraphs of its help. */
  readonly details: readonly string[];
  readonly options: readonly OptionName[];
  readonly examples: readonly { readonly line: string; readonly text: string }[];
  /** How shells complete its arguments. */
  readonly completes?: readonly string[] | 'folder';
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}
