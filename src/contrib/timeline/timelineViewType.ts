/** The timeline is a panel, so package.json only mentions it in an activation event. */
export const timelineViewType = 'deviceAutomation.timeline';
