import type { CliPart } from '../../cli/contribution.ts';
import { applyCommand } from './cli/apply.ts';
import { deleteCommand } from './cli/delete.ts';
import { disableCommand, enableCommand } from './cli/enable.ts';
import { exportCommand } from './cli/export.ts';
import { serversHere } from './cli/fileSets.ts';
import { planCommand } from './cli/plan.ts';
import { validateCommand } from './cli/validate.ts';

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
