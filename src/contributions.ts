import { agents } from './app/agents.contribution.ts';
import { changeManyJobs } from './app/changeJobs.contribution.ts';
import type { Contribution } from './app/contribution.ts';
import { devices } from './app/devices.contribution.ts';
import { doctor } from './app/doctor.contribution.ts';
import { files } from './app/files.contribution.ts';
import { fleetCheck } from './app/fleetCheck.contribution.ts';
import { groupTables } from './app/groupTables.contribution.ts';
import { jsonEditing } from './app/jsonEditing.contribution.ts';
import { storedHistory } from './app/storedHistory.contribution.ts';
import { timeline } from './app/timeline.contribution.ts';
import { undo } from './app/undo.contribution.ts';

/** Every ability beside jobs and groups themselves. */
export const contributions: readonly Contribution[] = [
  agents,
  changeManyJobs,
  devices,
  doctor,
  files,
  fleetCheck,
  groupTables,
  jsonEditing,
  storedHistory,
  timeline,
  undo,
];
