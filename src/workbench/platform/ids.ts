/** Every ID shared by package.json and the code; a test compares the two. */
export const scheme = 'device-automation';

/** Read-only reports; their language has the same ID. */
export const reportScheme = 'device-automation-report';

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

export const contextKeys = {
  jobsState: 'deviceAutomation.jobsState',
  groupsState: 'deviceAutomation.groupsState',
  hasServer: 'deviceAutomation.hasServer',
  /** Unset until the servers have been read from the settings. */
  serversState: 'deviceAutomation.serversState',
  jobsFiltered: 'deviceAutomation.jobsFiltered',
  /** The active server does not respond. */
  offline: 'deviceAutomation.offline',
  /** The ID of a visible group is unknown. */
  groupIdsUnknown: 'deviceAutomation.groupIdsUnknown',
  /** The active server has a URL template of its web console. */
  hasJobConsole: 'deviceAutomation.hasJobConsole',
  hasGroupConsole: 'deviceAutomation.hasGroupConsole',
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

/** The colors of package.json, which a theme can replace. */
export const colors = { production: 'deviceAutomation.production' } as const;

export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** The ID of the walkthrough in package.json. */
export const walkthroughId = 'deviceAutomation.start';

/** The workspace memory key for recently opened forms. */
export const newFormsKey = 'newForms';

export const settingsSection = 'deviceAutomation';

/** The settings of the kernel; contributions have others. */
export const settings = {
  servers: 'servers',
  connections: 'connections',
  statusMapping: 'statusMapping',
  polling: 'polling',
  listLimit: 'lists.limit',
  csvSeparator: 'export.csvSeparator',
  groupIdSearchLimit: 'groups.idSearchLimit',
  confirmationThreshold: 'jobs.confirmationThreshold',
  labels: 'labels',
  filters: 'filters',
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
  'deviceAutomation.jobs.arrange',
  'deviceAutomation.jobs.readStatuses',
  'deviceAutomation.job.create',
  'deviceAutomation.job.open',
  'deviceAutomation.job.stop',
  'deviceAutomation.job.enable',
  'deviceAutomation.job.disable',
  'deviceAutomation.job.delete',
  'deviceAutomation.lists.stopReading',
  'deviceAutomation.lists.resumeReading',
  'deviceAutomation.groups.refresh',
  'deviceAutomation.groups.filter',
  'deviceAutomation.groups.sort',
  'deviceAutomation.groups.findIds',
  'deviceAutomation.group.create',
  'deviceAutomation.group.open',
  'deviceAutomation.group.delete',
  'deviceAutomation.row.copyName',
  'deviceAutomation.row.copyId',
  'deviceAutomation.row.copyHostNames',
  'deviceAutomation.row.pin',
  'deviceAutomation.row.rename',
  'deviceAutomation.row.duplicate',
  'deviceAutomation.row.compare',
  'deviceAutomation.row.openInConsole',
  'deviceAutomation.row.showRaw',
  'deviceAutomation.row.showMore',
  'deviceAutomation.document.compare',
  'deviceAutomation.document.replace',
  'deviceAutomation.document.revert',
  'deviceAutomation.document.openJson',
  'deviceAutomation.document.openForm',
  'deviceAutomation.label.set',
  'deviceAutomation.report.refresh',
  'deviceAutomation.report.copy',
  'deviceAutomation.log.show',
  'deviceAutomation.walkthrough.open',
] as const;

export type CommandId = (typeof commandIds)[number];
