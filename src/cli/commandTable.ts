import type { Localizer } from '../util/localizer.ts';
import { keysOf } from '../util/tables.ts';
import type { CommandRow } from './cliContext.ts';
import { applyCommand } from './commands/apply.ts';
import { checkCommand } from './commands/check.ts';
import { deleteCommand } from './commands/delete.ts';
import { disableCommand, enableCommand } from './commands/enable.ts';
import { exportCommand } from './commands/export.ts';
import { getCommand } from './commands/get.ts';
import { lintCommand } from './commands/lint.ts';
import { listCommand } from './commands/list.ts';
import { mcpCommand } from './commands/mcp.ts';
import { observeCommand } from './commands/observe.ts';
import { planCommand } from './commands/plan.ts';
import { statusCommand } from './commands/status.ts';
import { stopCommand } from './commands/stop.ts';
import { validateCommand } from './commands/validate.ts';
import { waitCommand } from './commands/wait.ts';
import type { Format } from './terminal/outputFormat.ts';

/** All commands that connect to a server, in the order of the help. */
const commandTable = {
  list: listCommand,
  get: getCommand,
  status: statusCommand,
  wait: waitCommand,
  enable: enableCommand,
  disable: disableCommand,
  stop: stopCommand,
  delete: deleteCommand,
  export: exportCommand,
  plan: planCommand,
  apply: applyCommand,
  validate: validateCommand,
  lint: lintCommand,
  check: checkCommand,
  mcp: mcpCommand,
  observe: observeCommand,
} satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandTable;

export const commandNames: readonly CommandName[] = keysOf(commandTable);
export const commandRows: Readonly<Record<CommandName, CommandRow>> = commandTable;

/** The formats that a command prints in addition to its table or text. */
export function commandFormats(name: CommandName): readonly Format[] {
  const { options, formats = [] } = commandRows[name];
  if (options.includes('output')) return ['json', ...formats];
  return options.includes('json') ? ['json'] : [];
}

/** The help texts of a command. */
export function commandTexts(name: CommandName, { t }: Localizer) {
  const { summary, details, examples } = commandTable[name];
  return {
    summary: t(summary),
    details: details.map(text => t(text)),
    examples: Object.entries(examples).map(([line, text]) => [line, t(text)] as const),
  };
}
