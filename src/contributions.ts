import { agents } from './contrib/agents/agents.contribution.ts';
import { changeManyJobs } from './contrib/changeJobs/changeJobs.contribution.ts';
import { devices } from './contrib/devices/devices.contribution.ts';
import { doctor } from './contrib/doctor/doctor.contribution.ts';
import { files } from './contrib/files/files.contribution.ts';
import { fleetCheck } from './contrib/fleetCheck/fleetCheck.contribution.ts';
import { groupTables } from './contrib/groupTables/groupTables.contribution.ts';
import { storedHistory } from './contrib/history/storedHistory.contribution.ts';
import { jsonEditing } from './contrib/jsonEditing/jsonEditing.contribution.ts';
import { links } from './contrib/links/links.contribution.ts';
import { pause } from './contrib/pause/pause.contribution.ts';
import { runOnce } from './contrib/runOnce/runOnce.contribution.ts';
import { spread } from './contrib/spread/spread.contribution.ts';
import { timeline } from './contrib/timeline/timeline.contribution.ts';
import { undo } from './contrib/undo/undo.contribution.ts';
import type { Contribution } from './workbench/contribution.ts';

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
  links,
  pause,
  runOnce,
  spread,
  storedHistory,
  timeline,
  undo,
];
