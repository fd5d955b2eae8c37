import type { CliPart } from '../../cli/contribution.ts';
import { lintCommand } from './cli/lint.ts';

export const fleetCheckPart: CliPart = { commands: { lint: lintCommand } };
