import { mcpCommand } from './commands/mcp.ts';
import type { CliPart } from './contribution.ts';

export const agentsPart: CliPart = { commands: { mcp: mcpCommand } };
