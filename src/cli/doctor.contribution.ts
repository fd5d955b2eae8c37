import { checkCommand } from './commands/check.ts';
import type { CliPart } from './contribution.ts';

export const doctorPart: CliPart = { commands: { check: checkCommand } };
