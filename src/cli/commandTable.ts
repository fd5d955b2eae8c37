import type { FilterTerm } from '../store/filter/filterTerm.ts';
import { englishTerms } from '../store/filter/jobFilter.ts';
import type { KnownOptions } from './commandLine.ts';
import { getCommand } from './commands/get.ts';
import { listCommand } from './commands/list.ts';
import { statusCommand } from './commands/status.ts';
import { stopCommand } from './commands/stop.ts';
import { waitCommand } from './commands/wait.ts';
import type { CliPart, CommandRow } from './contribution.ts';
import { generalOptions } from './optionTable.ts';
import type { Format } from './terminal/outputFormat.ts';

/** What is there without contributions. */
const kernel: CliPart = {
  commands: {
    list: listCommand,
    get: getCommand,
    status: statusCommand,
    wait: waitCommand,
    stop: stopCommand,
  },
};

/** What the command line consists of. */
export interface CommandTable {
  /** What is added to the kernel. */
  readonly parts: readonly CliPart[];
  /** In the order of the help. */
  readonly commands: ReadonlyMap<string, CommandRow>;
  /** The options of all commands: an option may stand before the command. */
  readonly options: KnownOptions;
  /** The terms of the job filter that contributions add. */
  readonly filterTerms: readonly FilterTerm[];
  /** The terms of a filter of jobs, as they are typed. */
  readonly terms: readonly string[];
}

export function commandTableOf(parts: readonly CliPart[]): CommandTable {
  const commands = new Map([kernel, ...parts].flatMap(part => Object.entries(part.commands ?? {})));
  const own = [...commands.values()].flatMap(({ options }) => Object.entries(options));
  const options = new Map([...Object.entries(generalOptions), ...own]);
  const filterTerms = parts.flatMap(part => part.filterTerms ?? []);
  return { parts, commands, options, filterTerms, terms: englishTerms(filterTerms).map(term => `@${term}`) };
}

/** The formats that a command prints in addition to its table or text. */
export function formatsOf({ options, formats = [] }: CommandRow): readonly Format[] {
  if (Object.hasOwn(options, 'output')) return ['json', ...formats];
  return Object.hasOwn(options, 'json') ? ['json'] : [];
}
