import { agentsPart } from './cli/agents.contribution.ts';
import type { CliPart } from './cli/contribution.ts';
import { doctorPart } from './cli/doctor.contribution.ts';
import { filesPart } from './cli/files.contribution.ts';
import { fleetCheckPart } from './cli/fleetCheck.contribution.ts';
import { historyPart } from './cli/history.contribution.ts';
import { observePart } from './cli/observe.contribution.ts';
import { timelinePart } from './cli/timeline.contribution.ts';

/** What the command line consists of beside its kernel, in the order of the help. */
export const cliContributions: readonly CliPart[] = [
  timelinePart,
  historyPart,
  filesPart,
  fleetCheckPart,
  doctorPart,
  agentsPart,
  observePart,
];
