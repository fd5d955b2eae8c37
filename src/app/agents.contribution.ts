import { callTool } from '../commands/agents/callTool.ts';
import { languageModelTools } from '../commands/agents/languageModelTools.ts';
import { FleetSettings } from '../servers/fleetChoices.ts';
import type { Contribution } from './contribution.ts';

/** Tools for language models. */
export const agents: Contribution = workbench => {
  const fleetSettings = new FleetSettings();
  const context = { ...workbench, fleetSettings };
  return {
    tools: languageModelTools((name, input, signal) => callTool(context, name, input, signal)),
    disposables: [fleetSettings],
  };
};
