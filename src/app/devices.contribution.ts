import { showGroupJobs } from '../commands/deviceUses.ts';
import { dropRows } from '../commands/dropRows.ts';
import { goTo } from '../commands/goTo.ts';
import { addDevices, pasteDevices } from '../commands/groups/addDevices.ts';
import { copyDevices, deleteGroupRows, moveDevices, removeDevices } from '../commands/groups/moveDevices.ts';
import { removeEverywhere } from '../commands/removeEverywhere.ts';
import { stopFilteredJobs, stopOnDevices } from '../commands/stopOnDevices.ts';
import type { Contribution } from './contribution.ts';

/** The devices of groups: add, move, remove, and what reaches them. */
export const devices: Contribution = () => ({
  commands: {
    'deviceAutomation.group.addDevices': addDevices,
    'deviceAutomation.group.pasteDevices': pasteDevices,
    'deviceAutomation.goTo': goTo,
    'deviceAutomation.group.delete': deleteGroupRows,
    'deviceAutomation.group.showJobs': showGroupJobs,
    'deviceAutomation.jobs.stopFiltered': stopFilteredJobs,
    'deviceAutomation.device.stopJobs': stopOnDevices,
    'deviceAutomation.device.copyToGroup': copyDevices,
    'deviceAutomation.device.moveToGroup': moveDevices,
    'deviceAutomation.device.removeFromGroup': removeDevices,
    'deviceAutomation.device.removeEverywhere': removeEverywhere,
    'deviceAutomation.device.drop': dropRows,
  },
});
