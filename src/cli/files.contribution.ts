import { applyCommand } from './commands/apply.ts';
import { deleteCommand } from './commands/delete.ts';
import { disableCommand, enableCommand } from './commands/enable.ts';
import { exportCommand } from './commands/export.ts';
import { planCommand } from './commands/plan.ts';
import { validateCommand } from './commands/validate.ts';
import type { CliPart } from './contribution.ts';
import { serversHere } from './fileSets.ts';

export const filesPart: CliPart = {
  commands: {
    enable: enableCommand,
    disable: disableCommand,
    delete: deleteCommand,
    export: exportCommand,
    plan: planCommand,
    apply: applyCommand,
    validate: validateCommand,
  },
  serverNames: serversHere,
};
