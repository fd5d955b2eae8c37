import { agentsManifest } from '../src/contrib/agents/toolContributions.ts';
import { ruleTable } from '../src/contrib/fleetCheck/docTables.ts';

/** The parts of package.json that the code of contributions already says, by their folders. */
export const manifestsFromCode: readonly {
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}[] = [agentsManifest];

/** A table in a document. */
export interface GeneratedTable {
  readonly file: string;
  /** The name of the comments around it. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: () => readonly (readonly string[])[];
}

/** The tables in documents that contributions generate. */
export const contributedTables: readonly GeneratedTable[] = [ruleTable];
