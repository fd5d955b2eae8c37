import type { Localizer } from '../util/localizer.ts';
import { keysOf } from '../util/tables.ts';
import type { CommandRow } from './cliContext.ts';
import { applyCommand } from './commands/apply.ts';
import { checkCommand } from './commands/check.ts';
import { exportCommand } from './commands/export.ts';
import { getCommand } from './commands/get.ts';
import { lintCommand } from './commands/lint.ts';
import { listCommand } from './commands/list.ts';
import { observeCommand } from './commands/observe.ts';
import { planCommand } from './commands/plan.ts';
import { statusCommand } from './commands/status.ts';
import { stopCommand } from './commands/stop.ts';

/** All commands that connect to a server, in the order of the help. */
const commandTable = {
  list: listCommand,
  get: getCommand,
  status: statusCommand,
  stop: stopCommand,
  export: exportCommand,
  plan: planCommand,
  apply: applyCommand,
  lint: lintCommand,
  check: checkCommand,
  observe: observeCommand,
} satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandTable;

export const commandNames: readonly CommandName[] = keysOf(commandTable);
export const commandRows: Readonly<Record<CommandName, CommandRow>> = commandTable;

/** The help texts of a command. */
export function commandTexts(name: CommandName, { t }: Localizer) {
  const { summary, details, examples } = commandTable[name];
  return {
    summary: t(summary),
    details: details.map(text => t(text)),
    examples: Object.entries(examples).map(([line, text]) => [line, t(text)] as const),
  };
}
