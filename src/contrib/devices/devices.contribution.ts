import type { Contribution } from '../../workbench/contribution.ts';
import { addDevices, pasteDevices } from './vscode/addDevices.ts';
import { showGroupJobs } from './vscode/deviceUses.ts';
import { dropRows } from './vscode/dropRows.ts';
import { goTo } from './vscode/goTo.ts';
import { copyDevices, deleteGroupRows, moveDevices, removeDevices } from './vscode/moveDevices.ts';
import { removeEverywhere } from './vscode/removeEverywhere.ts';
import { stopFilteredJobs, stopOnDevices } from './vscode/stopOnDevices.ts';

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
