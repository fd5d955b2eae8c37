import { isKeyOf, keysOf } from '../../../base/tables.ts';
import { findDeviceTool, readStatusesTool } from './deviceTools.ts';
import { findGroupsTool, readGroupTool } from './groupTools.ts';
import { changeJobsTool } from './jobChanges.ts';
import { findJobsTool, readJobTool } from './jobTools.ts';
import { listServersTool } from './listServers.ts';
import { changeMembersTool } from './memberChanges.ts';
import { createObjectTool, deleteObjectsTool } from './objectChanges.ts';
import { checkFleetTool, runsSeenTool } from './pastTools.ts';
import { buildScheduleTool, explainScheduleTool, whatRunsTool } from './scheduleTools.ts';
import { stopJobsTool } from './stopTool.ts';
import type { ChangingTool, ReadingTool, Tool } from './tool.ts';
import type { ChangingToolName, ReadingToolName } from './toolNames.ts';

const readingTools: Readonly<Record<ReadingToolName, ReadingTool>> = {
  list_servers: listServersTool,
  find_jobs: findJobsTool,
  read_job: readJobTool,
  find_groups: findGroupsTool,
  read_group: readGroupTool,
  find_device: findDeviceTool,
  what_runs: whatRunsTool,
  read_statuses: readStatusesTool,
  explain_schedule: explainScheduleTool,
  build_schedule: buildScheduleTool,
  runs_seen: runsSeenTool,
  check_fleet: checkFleetTool,
};

const changingTools: Readonly<Record<ChangingToolName, ChangingTool>> = {
  change_jobs: changeJobsTool,
  create_object: createObjectTool,
  stop_jobs: stopJobsTool,
  delete_objects: deleteObjectsTool,
  change_members: changeMembersTool,
};

const table = { ...readingTools, ...changingTools };

/** All tools: in VS Code, on the command line, and in the documents. */
export const tools: readonly Tool[] = keysOf(table).map(name => table[name]);

export function toolNamed(name: string): Tool | undefined {
  return isKeyOf(table, name) ? table[name] : undefined;
}
