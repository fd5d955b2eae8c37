/** The names of the tools, without their code: VS Code registers them before any is called. */
export const readingToolNames = [
  'find_jobs',
  'read_job',
  'find_groups_and_devices',
  'list_runs',
  'convert_schedule',
  'check_server',
] as const;

export const changingToolNames = ['change_jobs_and_groups', 'stop_jobs', 'delete_jobs_and_groups'] as const;

/** The name of a tool in VS Code, where extensions share one namespace. */
export function toolId(name: string): string {
  return `deviceAutomation_${name}`;
}

export type ReadingToolName = (typeof readingToolNames)[number];
export type ChangingToolName = (typeof changingToolNames)[number];
