/**
 * Commands of links, rows and pages. package.json does not have them, so no menu, palette or list of keyboard shortcuts
 * shows them.
 */
export const unlistedCommands: readonly string[] = [
  'deviceAutomation.device.drop',
  'deviceAutomation.files.compare',
  'deviceAutomation.jobs.readStatuses',
  'deviceAutomation.link.open',
  'deviceAutomation.lists.resumeReading',
  'deviceAutomation.lists.stopReading',
  'deviceAutomation.row.showMore',
  'deviceAutomation.run.retry',
  'deviceAutomation.run.undo',
  'deviceAutomation.timeline.export',
];

/** What commands are now, by the name that they had. */
const renamed: Readonly<Record<string, string>> = {
  'device.copyHostName': 'row.copyHostNames',
  'device.showUses': 'goTo',
  'dynamicGroup.name': 'label.set',
  'files.planOther': 'files.plan',
  'group.compare': 'row.compare',
  'group.copyHostNames': 'row.copyHostNames',
  'group.copyId': 'row.copyId',
  'group.copyName': 'row.copyName',
  'group.createJob': 'jobs.createForGroups',
  'group.createJobs': 'jobs.createForGroups',
  'group.duplicate': 'row.duplicate',
  'group.filterJobs': 'group.showJobs',
  'group.findId': 'groups.findIds',
  'group.openInConsole': 'row.openInConsole',
  'group.pasteDevices': 'group.addDevices',
  'group.pin': 'row.pin',
  'group.rename': 'row.rename',
  'group.stopJobs': 'device.stopJobs',
  'group.unpin': 'row.pin',
  'groups.clearFilter': 'groups.filter',
  'job.compare': 'row.compare',
  'job.copyHostNames': 'row.copyHostNames',
  'job.copyId': 'row.copyId',
  'job.copyName': 'row.copyName',
  'job.duplicate': 'row.duplicate',
  'job.duplicateForGroups': 'jobs.createForGroups',
  'job.openInConsole': 'row.openInConsole',
  'job.pin': 'row.pin',
  'job.rename': 'row.rename',
  'job.unpin': 'row.pin',
  'job.unwatch': 'job.watch',
  'jobs.clearFilter': 'jobs.filter',
  'jobs.exportRuns': 'job.exportRuns',
  'jobs.group': 'jobs.arrange',
  'jobs.sort': 'jobs.arrange',
  'jobs.unwatchAll': 'jobs.watchAll',
  'policy.name': 'label.set',
  'report.name': 'label.set',
};

/** The commands that had another ID in the menus of several rows, with the ending `.many`. */
const twins: readonly string[] = [
  'device.copyHostName',
  'device.stopJobs',
  'group.addDevices',
  'group.copyHostNames',
  'group.copyId',
  'group.copyName',
  'group.createJob',
  'group.delete',
  'group.duplicate',
  'group.export',
  'group.open',
  'group.pasteDevices',
  'group.pin',
  'group.stopJobs',
  'group.unpin',
  'job.change',
  'job.compare',
  'job.copyHostNames',
  'job.copyId',
  'job.copyName',
  'job.delete',
  'job.disable',
  'job.duplicate',
  'job.enable',
  'job.open',
  'job.pin',
  'job.stop',
  'job.unpin',
  'job.unwatch',
  'job.watch',
];

/**
 * The commands that live on under another ID, by the one that users' keyboard shortcuts may still have. package.json
 * does not have them.
 */
export const formerCommands: ReadonlyMap<string, string> = new Map(
  [...Object.entries(renamed), ...twins.map(id => [`${id}.many`, renamed[id] ?? id] as const)].map(
    ([id, now]) => [`deviceAutomation.${id}`, `deviceAutomation.${now}`],
  ),
);
