import type { CliPart } from '../../cli/contribution.ts';
import { mcpCommand } from './cli/mcp.ts';

export const agentsPart: CliPart = { commands: { mcp: mcpCommand } };
