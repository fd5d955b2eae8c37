import type { CliPart } from '../../cli/contribution.ts';
import { fileCommands } from './cli/fileCommands.ts';

export const filesPart: CliPart = {
  commands: fileCommands,
  serverNames: async localizer => (await import('./cli/fileSets.ts')).serversHere(localizer),
};
