/** The context key for: the workspace has exported jobs and groups. */
export const hasFilesKey = 'deviceAutomation.hasFiles';
