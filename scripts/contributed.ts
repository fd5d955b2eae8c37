import { agentsManifest } from '../src/contrib/agents/toolContributions.ts';
import { ruleTable } from '../src/contrib/fleetCheck/docTables.ts';
import type { GeneratedTable } from './readmeTables.ts';

/** The parts of package.json that the code of contributions already says, by their folders. */
export const manifestsFromCode: readonly {
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}[] = [agentsManifest];

/** The tables in documents that contributions generate. */
export const contributedTables: readonly GeneratedTable[] = [ruleTable];
