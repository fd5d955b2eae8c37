import type { Contribution } from '../../workbench/contribution.ts';
import { exportGroups } from './vscode/exportGroups.ts';
import { importTable } from './vscode/importTable.ts';

/** Groups as CSV or JSON tables. */
export const groupTables: Contribution = () => ({
  commands: {
    'deviceAutomation.groups.import': importTable,
    'deviceAutomation.group.export': exportGroups,
  },
});
