import type { Localizer } from '../base/localizer.ts';
import type { FilterTerm } from '../store/filter/filterTerm.ts';
import type { JobFilter } from '../store/filter/jobFilter.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { CliContext, ExitCode } from './cliContext.ts';
import type { Completion, OptionRows } from './optionTable.ts';
import type { Format } from './terminal/outputFormat.ts';

/** What an ability adds to the command line. */
export interface CliPart {
  readonly commands?: Readonly<Record<string, CommandRow>>;
  /** The names of servers that it finds in the current folder, for shells to complete. */
  readonly serverNames?: (localizer: Localizer) => Promise<readonly string[]>;
  /** Terms of the job filter. */
  readonly filterTerms?: () => Promise<readonly FilterTerm[]>;
  /** Reads what its terms of a filter need, if the filter has any of them. The jobs have been read. */
  readonly loadTerms?: (
    filter: JobFilter,
    session: ServerSession,
    context: CliContext<'state-dir'>,
  ) => Promise<void>;
}

/** A command, and the names of its options. */
export interface CommandRow<Name extends string = string> {
  /** The operands in the first line of its help. */
  readonly operands: string;
  readonly texts: (localizer: Localizer) => CommandTexts;
  /** In the order of its help. */
  readonly options: OptionRows<Name>;
  /** Formats of --output in addition to its table or text. */
  readonly formats?: readonly Format[];
  /** The heading of an error that is printed as Markdown instead of a result. */
  readonly failureTitle?: (localizer: Localizer) => string;
  /** What other programs call it. */
  readonly synonyms?: readonly string[];
  /** How shells complete its operands. */
  readonly completes?: Completion;
  readonly run: (context: CliContext<Name>) => Promise<ExitCode>;
}

export interface CommandTexts {
  readonly summary: string;
  /** The paragraphs of its help. */
  readonly details: readonly string[];
  /** Command lines, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
}

/** A command whose context has exactly its options. */
export function command<Name extends string>(row: CommandRow<Name>): CommandRow {
  return row;
}
