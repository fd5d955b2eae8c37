/** The words of the timeline's page; the host fills them in, in the user's language. */
export const timelineTextKeys = [
  'title',
  'span',
  'day',
  'week',
  'month',
  'name',
  'group',
  'allGroups',
  'heatMap',
  'heatMapHelp',
  'hour',
  'cell',
  'noRuns',
  'runs',
  'clash',
  'clashLegend',
  'now',
  'fewer',
  'more',
  'agenda',
  'agendaHelp',
  'showAll',
  'nothing',
  'loading',
  'times',
  'leftOut',
] as const;

type TimelineTextKey = (typeof timelineTextKeys)[number];
export type TimelineTexts = Readonly<Record<TimelineTextKey, string>>;
