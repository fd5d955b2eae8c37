/** Every ID shared by package.json and the code; a test compares the two. */
export const scheme = 'device-automation';

/** Read-only reports; their language has the same ID. */
export const reportScheme = 'device-automation-report';

/** Objects on a server, for comparison with workspace files. */
export const planScheme = 'device-automation-plan';

/** Publisher and name. */
export const extensionId = 'device-automation.device-automation';

export const views = {
  jobs: 'deviceAutomation.jobs',
  groups: 'deviceAutomation.groups',
  servers: 'deviceAutomation.servers',
} as const;

export type ViewName = keyof typeof views;

/** Data dragged from or dropped on a tree: rows of either tree, and host names as text. */
export const dragTypes = { rows: 'application/vnd.device-automation.rows', text: 'text/plain' } as const;

/** Of documents that are not shown as text. */
export const documentLanguage = 'device-automation-document';

/** Of documents that are shown as text. */
export const languages = { job: 'device-automation-job', group: 'device-automation-group' } as const;

export const formViewTypes = {
  job: 'deviceAutomation.jobForm',
  group: 'deviceAutomation.groupForm',
} as const;

/** The timeline is a panel, so package.json only mentions it in an activation event. */
export const timelineViewType = 'deviceAutomation.timeline';

export const contextKeys = {
  jobsState: 'deviceAutomation.jobsState',
  groupsState: 'deviceAutomation.groupsState',
  hasServer: 'deviceAutomation.hasServer',
  /** Unset until the servers have been read from the settings. */
  serversState: 'deviceAutomation.serversState',
  /** 'reading' or 'stopped', unless the list is whole. */
  jobsReading: 'deviceAutomation.jobsReading',
  groupsReading: 'deviceAutomation.groupsReading',
  jobsFiltered: 'deviceAutomation.jobsFiltered',
  groupsFiltered: 'deviceAutomation.groupsFiltered',
  /** The ID of a visible group is unknown. */
  groupIdsUnknown: 'deviceAutomation.groupIdsUnknown',
  watchingAll: 'deviceAutomation.watchingAll',
  /** The active server has a URL template of its web console. */
  hasJobConsole: 'deviceAutomation.hasJobConsole',
  hasGroupConsole: 'deviceAutomation.hasGroupConsole',
  /** The workspace has exported jobs and groups. */
  hasFiles: 'deviceAutomation.hasFiles',
  /** The user has done this in the current window, which completes a step of the walkthrough. */
  connected: 'deviceAutomation.did.connect',
  signedIn: 'deviceAutomation.did.signIn',
  jobOpened: 'deviceAutomation.did.openJob',
  jobSaved: 'deviceAutomation.did.saveJob',
  /** Lists of open documents. */
  enabledDocuments: 'deviceAutomation.enabledDocuments',
  disabledDocuments: 'deviceAutomation.disabledDocuments',
  executingDocuments: 'deviceAutomation.executingDocuments',
} as const;

export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** The ID of the walkthrough in package.json. */
export const walkthroughId = 'deviceAutomation.start';

/** The workspace memory key for recently opened forms. */
export const newFormsKey = 'newForms';

export const settingsSection = 'deviceAutomation';

export const settings = {
  servers: 'servers',
  statusMapping: 'statusMapping',
  activeSeconds: 'polling.activeSeconds',
  inactiveSeconds: 'polling.inactiveSeconds',
  watchedSeconds: 'polling.watchedSeconds',
  requestsPerMinute: 'polling.requestsPerMinute',
  listLimit: 'lists.limit',
  csvSeparator: 'export.csvSeparator',
  groupIdSearchLimit: 'groups.idSearchLimit',
  confirmationThreshold: 'jobs.confirmationThreshold',
  notifications: 'notifications',
  labels: 'labels',
  agentTools: 'agents.tools',
  fleetCheck: 'fleet.check',
  fleetRules: 'fleet.rules',
  fleetSuppressions: 'fleet.suppressions',
  historyDays: 'history.days',
  historyMegabytes: 'history.megabytes',
} as const;

/** The commands of the kernel; contributions have others. */
const commandIds = [
  'deviceAutomation.server.add',
  'deviceAutomation.server.edit',
  'deviceAutomation.server.remove',
  'deviceAutomation.server.switch',
  'deviceAutomation.server.signIn',
  'deviceAutomation.server.signOut',
  'deviceAutomation.server.copyUrl',
  'deviceAutomation.jobs.refresh',
  'deviceAutomation.jobs.filter',
  'deviceAutomation.jobs.clearFilter',
  'deviceAutomation.jobs.sort',
  'deviceAutomation.jobs.group',
  'deviceAutomation.jobs.readStatuses',
  'deviceAutomation.job.create',
  'deviceAutomation.job.open',
  'deviceAutomation.job.stop',
  'deviceAutomation.job.pin',
  'deviceAutomation.job.unpin',
  'deviceAutomation.job.enable',
  'deviceAutomation.job.disable',
  'deviceAutomation.job.delete',
  'deviceAutomation.job.duplicate',
  'deviceAutomation.job.rename',
  'deviceAutomation.job.copyId',
  'deviceAutomation.job.copyName',
  'deviceAutomation.job.copyHostNames',
  'deviceAutomation.job.compare',
  'deviceAutomation.job.openInConsole',
  'deviceAutomation.lists.stopReading',
  'deviceAutomation.lists.resumeReading',
  'deviceAutomation.groups.refresh',
  'deviceAutomation.groups.filter',
  'deviceAutomation.groups.clearFilter',
  'deviceAutomation.groups.sort',
  'deviceAutomation.groups.findIds',
  'deviceAutomation.group.create',
  'deviceAutomation.group.open',
  'deviceAutomation.group.delete',
  'deviceAutomation.group.duplicate',
  'deviceAutomation.group.rename',
  'deviceAutomation.group.findId',
  'deviceAutomation.group.copyId',
  'deviceAutomation.group.copyName',
  'deviceAutomation.group.copyHostNames',
  'deviceAutomation.group.createJob',
  'deviceAutomation.group.compare',
  'deviceAutomation.group.openInConsole',
  'deviceAutomation.group.pin',
  'deviceAutomation.group.unpin',
  'deviceAutomation.device.copyHostName',
  'deviceAutomation.document.compare',
  'deviceAutomation.document.replace',
  'deviceAutomation.document.revert',
  'deviceAutomation.document.openJson',
  'deviceAutomation.document.openForm',
  'deviceAutomation.policy.name',
  'deviceAutomation.report.name',
  'deviceAutomation.dynamicGroup.name',
  'deviceAutomation.row.showRaw',
  'deviceAutomation.row.showMore',
  'deviceAutomation.report.refresh',
  'deviceAutomation.report.copy',
  'deviceAutomation.log.show',
  'deviceAutomation.walkthrough.open',
] as const;

export type CommandId = (typeof commandIds)[number];

/** The ID without the ending that a command has in the menu of several rows, where its title is another one. */
export function singularId(id: string): string {
  return id.replace(/\.many$/, '');
}

/** The name of a language-model tool in VS Code, where extensions share one namespace. */
export function toolId(name: string): string {
  return `deviceAutomation_${name}`;
}
