import { observeCommand } from './commands/observe.ts';
import type { CliPart } from './contribution.ts';

export const observePart: CliPart = { commands: { observe: observeCommand } };
