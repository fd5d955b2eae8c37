import { isKeyOf, keysOf } from '../../../base/tables.ts';
import { changeTool } from './changeTool.ts';
import { checkServerTool } from './checkTool.ts';
import { deleteTool } from './deleteTool.ts';
import { findGroupsAndDevicesTool } from './groupTools.ts';
import { findJobsTool, readJobTool } from './jobTools.ts';
import { listRunsTool } from './runTools.ts';
import { convertScheduleTool } from './scheduleTool.ts';
import { stopJobsTool } from './stopTool.ts';
import type { ChangingTool, ReadingTool, Tool } from './tool.ts';
import type { ChangingToolName, ReadingToolName } from './toolNames.ts';

const readingTools: Readonly<Record<ReadingToolName, ReadingTool>> = {
  find_jobs: findJobsTool,
  read_job: readJobTool,
  find_groups_and_devices: findGroupsAndDevicesTool,
  list_runs: listRunsTool,
  convert_schedule: convertScheduleTool,
  check_server: checkServerTool,
};

const changingTools: Readonly<Record<ChangingToolName, ChangingTool>> = {
  change_jobs_and_groups: changeTool,
  stop_jobs: stopJobsTool,
  delete_jobs_and_groups: deleteTool,
};

const table = { ...readingTools, ...changingTools };

/** All tools: in VS Code, on the command line, and in the documents. */
export const tools: readonly Tool[] = keysOf(table).map(name => table[name]);

export function toolNamed(name: string): Tool | undefined {
  return isKeyOf(table, name) ? table[name] : undefined;
}
