import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tools } from '../src/agents/toolTable.ts';
import { settings, settingsSection, toolId } from '../src/platform/ids.ts';
import { repositoryRoot } from './paths.ts';

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

/** The text of package.json with these tools. */
export async function withToolContributions(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8'));
  manifest.contributes.languageModelTools = toolContributions;
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
