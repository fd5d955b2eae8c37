import type { FilterTerm } from '../store/filter/filterTerm.ts';
import type { KnownOptions } from './commandLine.ts';
import type { CliPart, CommandRow } from './contribution.ts';
import { kernelCommands } from './kernelCommands.ts';
import { generalOptions } from './optionTable.ts';
import type { Format } from './terminal/outputFormat.ts';

/** What the command line consists of. */
export interface CommandTable {
  /** What is added to the kernel. */
  readonly parts: readonly CliPart[];
  /** In the order of the help. */
  readonly commands: ReadonlyMap<string, CommandRow>;
  /** The options of all commands: an option may stand before the command. */
  readonly options: KnownOptions;
  /** Loads the terms of the job filter that contributions add. */
  readonly filterTerms: () => Promise<readonly FilterTerm[]>;
}

export function commandTableOf(parts: readonly CliPart[]): CommandTable {
  const own = parts.flatMap(part => Object.entries(part.commands ?? {}));
  const commands = new Map([...Object.entries(kernelCommands), ...own]);
  const options = new Map([
    ...Object.entries(generalOptions),
    ...[...commands.values()].flatMap(row => Object.entries(row.options)),
  ]);
  const filterTerms = async () => (await Promise.all(parts.map(part => part.filterTerms?.() ?? []))).flat();
  return { parts, commands, options, filterTerms };
}

/** The terms of a filter of jobs, as they are typed. */
export async function termsOf({
  filterTerms,
}: Pick<CommandTable, 'filterTerms'>): Promise<readonly string[]> {
  const { englishTerms } = await import('../store/filter/jobFilter.ts');
  return englishTerms(await filterTerms()).map(term => `@${term}`);
}

/** The formats that a command can print. */
export function formatsOf({ formats = [] }: CommandRow): readonly Format[] {
  return ['table', ...formats];
}
