import type { Signed } from '../../../pages/protocol/signature.ts';
import type { TimelineTexts } from './timelineTexts.ts';

export const hoursADay = 24;

export const spanKinds = ['day', 'week', 'month'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** The clock by which the timeline divides time into days and hours: the reader's or the server's. */
export const clockKinds = ['mine', 'server'] as const;

/** The user's query. The host keeps it for a hidden page that is shown again. */
export interface TimelineQuery {
  readonly span: SpanKind;
  /** A day of the span, counted from 1970-01-01; `null` for the span that contains today. */
  readonly day: number | null;
  readonly clock: (typeof clockKinds)[number];
  readonly name: string;
  /** The key of a group or dynamic group, `''` for all. */
  readonly group: string;
  /** The host name or address of a device; '' for all. */
  readonly device: string;
}

export const firstQuery: TimelineQuery = {
  span: 'week',
  day: null,
  clock: 'mine',
  name: '',
  group: '',
  device: '',
};

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

/** Actions that add what the timeline is missing, or that take it elsewhere. */
export const timelineActions = ['resumeReading', 'findGroupIds', 'setZone', 'print', 'export'] as const;
export type TimelineAction = (typeof timelineActions)[number];

export interface TimelineNote {
  readonly text: string;
  readonly action?: TimelineAction;
  readonly actionText: string;
}

interface TimelineDay {
  readonly weekday: string;
  readonly date: string;
  readonly long: string;
  /** It belongs to the month before or after, and completes a week. */
  readonly isOther: boolean;
}

export interface TimelineOverview extends Signed {
  readonly type: 'overview';
  /** Increases with every change. The agenda only combines rows of the same revision. */
  readonly revision: number;
  readonly query: TimelineQuery;
  /** "November 23 – 29, 2026". */
  readonly title: string;
  /** The day that the span was computed for; the pages before and after are counted from it. */
  readonly day: number;
  readonly firstDay: number;
  readonly days: readonly TimelineDay[];
  /** The current time in cells, negative before the span. */
  readonly nowCell: number;
  /** The number of runs for each cell. */
  readonly runs: readonly number[];
  /** Cells in which two jobs target the same device. */
  readonly clashes: readonly number[];
  /** The number of past runs in each cell that did not happen, as far as somebody looked. */
  readonly missed: readonly number[];
  /** Past cells with runs that nobody watched. */
  readonly unwatched: readonly number[];
  /** The number of agenda lines before each cell, followed by their total. */
  readonly rowsBefore: readonly number[];
  readonly facts: string;
  readonly details: readonly TimelineNote[];
  readonly groups: readonly { readonly value: string; readonly label: string }[];
  /** Names of devices that complete the query's, best first. */
  readonly deviceNames: readonly string[];
  /** The IANA names of the zones to choose from; the server's is `''` while it is unknown. */
  readonly zones: Readonly<Record<TimelineQuery['clock'], string>>;
  readonly isComplete: boolean;
}

/** A run within an hour, in percent of it. Its start and end fade over the time in which they may have been. */
export interface TimelineBar {
  readonly from: number;
  readonly solidFrom: number;
  readonly solidTo: number;
  readonly to: number;
}

export interface TimelineRow {
  readonly jobId: number;
  readonly time: string;
  /**
   * The job's status, as in its row, or what came of a past run: the name of an icon, of a color, and in words.
   */
  readonly icon: string;
  readonly color: string;
  readonly status: string;
  readonly name: string;
  /** How often it runs in this hour, if more than once: "6 ×", and in words. */
  readonly times: string;
  readonly timesText: string;
  /** The number of its devices, briefly and in words. */
  readonly devices: string;
  readonly reach: string;
  /** How many devices other jobs target in this hour, and which jobs; '' for none. */
  readonly clash: string;
  readonly clashText: string;
  readonly isPast: boolean;
  /** The runs that were seen in this hour. */
  readonly bars: readonly TimelineBar[];
  /** What VS Code passes to the commands of the context menu. */
  readonly context: Readonly<Record<string, string | number | boolean>>;
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
