import { tools } from '../src/contrib/agents/common/toolTable.ts';
import { settings, settingsSection, toolId } from '../src/workbench/platform/ids.ts';

const setting = `config.${settingsSection}.${settings.agentTools}`;

/** What package.json says of the tools for language models; an untrusted workspace gets only those that read. */
export const toolContributions = tools.map(({ name, does, description, inputSchema }) => ({
  name: toolId(name),
  displayName: `%tool.${name}%`,
  toolReferenceName: `device_${name}`,
  canBeReferencedInPrompt: true,
  modelDescription: description,
  tags: ['device-automation'],
  when: does === 'read' ? `${setting} != 'off'` : `${setting} == 'all' && isWorkspaceTrusted`,
  inputSchema,
}));
