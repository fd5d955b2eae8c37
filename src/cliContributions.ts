import type { CliPart } from './cli/contribution.ts';
import { agentsPart } from './contrib/agents/agents.cli.ts';
import { doctorPart } from './contrib/doctor/doctor.cli.ts';
import { filesPart } from './contrib/files/files.cli.ts';
import { fleetCheckPart } from './contrib/fleetCheck/fleetCheck.cli.ts';
import { historyPart } from './contrib/history/history.cli.ts';
import { observePart } from './contrib/observe/observe.cli.ts';
import { pausePart } from './contrib/pause/pause.cli.ts';
import { runOncePart } from './contrib/runOnce/runOnce.cli.ts';
import { spreadPart } from './contrib/spread/spread.cli.ts';
import { timelinePart } from './contrib/timeline/timeline.cli.ts';

/** What the command line consists of beside its kernel, in the order of the help. */
export const cliContributions: readonly CliPart[] = [
  timelinePart,
  historyPart,
  filesPart,
  pausePart,
  runOncePart,
  spreadPart,
  fleetCheckPart,
  doctorPart,
  agentsPart,
  observePart,
];
