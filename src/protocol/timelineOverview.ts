import type { Signed } from './signature.ts';
import type { TimelineTexts } from './timelineTexts.ts';

export const hoursADay = 24;

export const spanKinds = ['day', 'week', 'month'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** The user's query. The host keeps it for a hidden page that is shown again. */
export interface TimelineQuery {
  readonly span: SpanKind;
  readonly name: string;
  /** The key of a group or dynamic group, `''` for all. */
  readonly group: string;
}

/** Hours of the span, counted from midnight of the first day. */
export interface TimelineRange {
  readonly from: number;
  readonly to: number;
}

/** What the user currently sees. VS Code stores it with the page, even across window reloads. */
export interface TimelineState extends TimelineRange {
  readonly scrollTop: number;
  readonly query: TimelineQuery;
}

/** Actions that add what the timeline is missing. */
export const timelineActions = ['resumeReading', 'setZone'] as const;
export type TimelineAction = (typeof timelineActions)[number];

export interface TimelineNote {
  readonly text: string;
  readonly action?: TimelineAction;
  readonly actionText: string;
}

export interface TimelineOverview extends Signed {
  readonly type: 'overview';
  /** Increases with every change. The agenda only combines rows of the same revision. */
  readonly revision: number;
  readonly query: TimelineQuery;
  readonly days: readonly { readonly short: string; readonly long: string }[];
  readonly firstCell: number;
  readonly endCell: number;
  /** The number of runs for each cell. */
  readonly runs: readonly number[];
  /** Cells in which two jobs target the same device. */
  readonly clashes: readonly number[];
  /** The number of agenda lines before each cell, followed by their total. */
  readonly rowsBefore: readonly number[];
  readonly summary: string;
  readonly notes: readonly TimelineNote[];
  readonly groups: readonly { readonly value: string; readonly label: string }[];
  readonly isComplete: boolean;
}

export interface TimelineRow {
  readonly jobId: number;
  readonly time: string;
  readonly name: string;
  /** How often it runs in this hour, if more than once. */
  readonly times: string;
  /** The jobs that share devices with it in this hour; '' for none. */
  readonly clash: string;
}

/** Lines of the agenda, of one revision. */
interface TimelineRows extends Signed {
  readonly type: 'rows';
  readonly revision: number;
  readonly range: TimelineRange;
  readonly offset: number;
  readonly rows: readonly TimelineRow[];
}

export type TimelineHostMessage =
  | (Signed & { readonly type: 'setup'; readonly language: string; readonly texts: TimelineTexts })
  | TimelineOverview
  | TimelineRows;

/** The maximum number of lines sent at once. */
export const rowsAtOnce = 100;
