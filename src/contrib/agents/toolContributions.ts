import { settings, settingsSection, toolId } from '../../workbench/platform/ids.ts';
import { tools } from './common/toolTable.ts';

const setting = `config.${settingsSection}.${settings.agentTools}`;

/** What package.json says of the tools for language models; an untrusted workspace gets only those that read. */
const languageModelTools = tools.map(({ name, does, description, inputSchema }) => ({
  name: toolId(name),
  displayName: `%tool.${name}%`,
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
