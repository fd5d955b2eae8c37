/** The names of the tools, without their code: VS Code registers them before any is called. */
export const readingToolNames = [
  'list_servers',
  'find_jobs',
  'read_job',
  'find_groups',
  'read_group',
  'find_device',
  'what_runs',
  'read_statuses',
  'explain_schedule',
  'build_schedule',
  'runs_seen',
  'check_fleet',
] as const;

export const changingToolNames = [
  'change_jobs',
  'create_object',
  'stop_jobs',
  'delete_objects',
  'change_members',
] as const;

export type ReadingToolName = (typeof readingToolNames)[number];
export type ChangingToolName = (typeof changingToolNames)[number];
