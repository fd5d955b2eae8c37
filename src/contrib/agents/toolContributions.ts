import { settingsSection } from '../../workbench/platform/ids.ts';
import { agentToolsSetting } from './common/agentToolsSetting.ts';
import type { Tool } from './common/tool.ts';
import { toolId } from './common/toolNames.ts';
import { tools } from './common/toolTable.ts';

const setting = `config.${settingsSection}.${agentToolsSetting}`;

const icons: Readonly<Record<Tool['name'], string>> = {
  find_jobs: 'search',
  read_job: 'watch',
  find_groups_and_devices: 'device-desktop',
  list_runs: 'history',
  convert_schedule: 'calendar',
  check_server: 'pulse',
  change_jobs_and_groups: 'edit',
  stop_jobs: 'debug-stop',
  delete_jobs_and_groups: 'trash',
};

/** What package.json says of the tools for language models; an untrusted workspace gets only those that read. */
const languageModelTools = tools.map(({ name, does, description, inputSchema }) => ({
  name: toolId(name),
  displayName: `%tool.${name}%`,
  userDescription: `%tool.${name}.description%`,
  icon: `$(${icons[name]})`,
  toolReferenceName: `device_${name}`,
  canBeReferencedInPrompt: true,
  modelDescription: description,
  tags: ['device-automation'],
  when: does === 'read' ? `${setting} != 'off'` : `${setting} == 'all' && isWorkspaceTrusted`,
  inputSchema,
}));

/** The part of package.json that the code already says. */
export const agentsManifest = {
  folder: 'src/contrib/agents',
  manifest: { contributes: { languageModelTools } },
};
