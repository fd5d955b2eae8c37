import * as z from 'zod/mini';
import { keysOf } from '../util/tables.ts';
import { page, ReadySchema } from './signature.ts';
import { timelineWords } from './timelineTexts.ts';

export const spanKinds = ['day', 'week', 'month'] as const;
export type SpanKind = (typeof spanKinds)[number];

const count = z.int().check(z.minimum(0));
/** An hour of the span, counted from midnight of the first day. */
const cell = z.int().check(z.minimum(0), z.maximum(24 * 40));

/** The user's query. The host keeps it for a hidden page that is shown again. */
const QuerySchema = z.object({
  span: z.enum(spanKinds),
  name: z.string().check(z.maxLength(200)),
  /** The key of a group or dynamic group, `''` for all. */
  group: z.string().check(z.maxLength(50)),
});

export type TimelineQuery = z.infer<typeof QuerySchema>;

/** What the user currently sees. VS Code stores it with the page, even across window reloads. */
export const TimelineStateSchema = z.object({
  /** The page that stored this. */
  page: z.optional(page),
  from: cell,
  to: cell,
  scrollTop: z.number(),
  query: QuerySchema,
});

export type TimelineState = z.infer<typeof TimelineStateSchema>;

/** Actions that add what the timeline is missing. */
const timelineActions = ['loadAll', 'setZone'] as const;
export type TimelineAction = (typeof timelineActions)[number];

const NoteSchema = z.object({
  text: z.string(),
  action: z.optional(z.enum(timelineActions)),
  actionText: z.string(),
});
const DaySchema = z.object({ short: z.string(), long: z.string() });
const ChoiceSchema = z.object({ value: z.string(), label: z.string() });

export type TimelineNote = z.infer<typeof NoteSchema>;

const OverviewSchema = z.object({
  type: z.literal('overview'),
  page,
  /** Increases with every change. The agenda only combines rows of the same revision. */
  revision: count,
  query: QuerySchema,
  days: z.array(DaySchema),
  firstCell: cell,
  endCell: cell,
  /** The number of runs for each cell. */
  runs: z.array(count),
  /** Cells in which two jobs target the same device. */
  clashes: z.array(cell),
  /** The number of agenda lines before each cell, followed by their total. */
  rowsBefore: z.array(count),
  summary: z.string(),
  notes: z.array(NoteSchema),
  groups: z.array(ChoiceSchema),
  isComplete: z.boolean(),
});

export type TimelineOverview = z.infer<typeof OverviewSchema>;

const RowSchema = z.object({
  jobId: count,
  time: z.string(),
  name: z.string(),
  /** How often it runs in this hour, if more than once. */
  times: z.string(),
  /** The jobs that share devices with it in this hour; '' for none. */
  clash: z.string(),
});

export type TimelineRow = z.infer<typeof RowSchema>;

const RangeSchema = z.object({ from: cell, to: cell });
export type TimelineRange = z.infer<typeof RangeSchema>;

/** Lines of the agenda, of one revision. */
const rows = { type: z.literal('rows'), page, revision: count, range: RangeSchema, offset: count };

export const TimelineHostMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    page,
    language: z.string(),
    texts: z.record(z.enum(keysOf(timelineWords)), z.string()),
  }),
  OverviewSchema,
  z.object({ ...rows, rows: z.array(RowSchema) }),
]);

export type TimelineHostMessage = z.infer<typeof TimelineHostMessageSchema>;

/** The maximum number of lines sent at once. */
export const rowsAtOnce = 100;

export const TimelinePageMessageSchema = z.discriminatedUnion('type', [
  ReadySchema,
  z.object({ type: z.literal('query'), page, query: QuerySchema }),
  z.object({ ...rows, limit: z.int().check(z.minimum(1), z.maximum(rowsAtOnce)) }),
  z.object({ type: z.literal('open'), page, jobId: count }),
  z.object({ type: z.literal('action'), page, action: z.enum(timelineActions) }),
]);

export type TimelinePageMessage = z.infer<typeof TimelinePageMessageSchema>;
