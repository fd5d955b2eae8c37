import { exportGroups } from '../commands/groups/exportGroups.ts';
import { importTable } from '../commands/groups/importTable.ts';
import type { Contribution } from './contribution.ts';

/** Groups as CSV or JSON tables. */
export const groupTables: Contribution = () => ({
  commands: {
    'deviceAutomation.groups.import': importTable,
    'deviceAutomation.group.export': exportGroups,
  },
});
