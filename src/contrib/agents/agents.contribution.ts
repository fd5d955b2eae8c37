import type { Contribution } from '../../workbench/contribution.ts';
import { FleetSettings } from '../fleetCheck/vscode/fleetChoices.ts';
import { callTool } from './vscode/callTool.ts';
import { languageModelTools } from './vscode/languageModelTools.ts';

/** Tools for language models. */
export const agents: Contribution = workbench => {
  const fleetSettings = new FleetSettings();
  const context = { ...workbench, fleetSettings };
  return {
    tools: languageModelTools((name, input, signal) => callTool(context, name, input, signal)),
    disposables: [fleetSettings],
  };
};
