import { lintCommand } from './commands/lint.ts';
import type { CliPart } from './contribution.ts';

export const fleetCheckPart: CliPart = { commands: { lint: lintCommand } };
