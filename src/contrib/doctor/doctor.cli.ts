import type { CliPart } from '../../cli/contribution.ts';
import { checkCommand } from './cli/check.ts';

export const doctorPart: CliPart = { commands: { check: checkCommand } };
