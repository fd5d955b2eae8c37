import assert from 'node:assert/strict';
import { englishLocalizer, type Localizer } from '../../../src/base/localizer.ts';
import { parseCommandLine } from '../../../src/cli/commandLine.ts';
import { commandTableOf, termsOf } from '../../../src/cli/commandTable.ts';
import type { CommandRow } from '../../../src/cli/contribution.ts';
import { commandHelp } from '../../../src/cli/help.ts';
import { cliContributions } from '../../../src/cliContributions.ts';

/** The commands of the whole program. */
export const table = commandTableOf(cliContributions);
export const commandNames: readonly string[] = [...table.commands.keys()];
export const optionNames: readonly string[] = [...table.options.keys()];

const terms = await termsOf(table);

export function commandNamed(name: string): CommandRow {
  return table.commands.get(name) ?? assert.fail(name);
}

export function helpOf(name: string, localizer: Localizer): readonly string[] {
  return commandHelp(name, commandNamed(name), terms, localizer);
}

export function parse(...args: readonly string[]) {
  return parseCommandLine(args, table.options, undefined, englishLocalizer);
}
