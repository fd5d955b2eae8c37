import type { CliPart } from '../../cli/contribution.ts';
import { observeCommand } from './cli/observe.ts';

export const observePart: CliPart = { commands: { observe: observeCommand } };
