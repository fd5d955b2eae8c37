import * as z from 'zod/mini';
import { page, ReadySchema } from './pageMessages.ts';
import { rowsAtOnce, spanKinds, timelineActions } from './timelineOverview.ts';

const count = z.int().check(z.minimum(0));
const cell = z.int().check(z.minimum(0), z.maximum(24 * 40));

const QuerySchema = z.object({
  span: z.enum(spanKinds),
  name: z.string().check(z.maxLength(200)),
  group: z.string().check(z.maxLength(50)),
});

/** The host restores the query from it. */
export const TimelineStateSchema = z.object({ query: QuerySchema });

/** Messages from the timeline's page to the host. */
export const TimelinePageMessageSchema = z.discriminatedUnion('type', [
  ReadySchema,
  z.object({ type: z.literal('query'), page, query: QuerySchema }),
  z.object({
    type: z.literal('rows'),
    page,
    revision: count,
    range: z.object({ from: cell, to: cell }),
    offset: count,
    limit: z.int().check(z.minimum(1), z.maximum(rowsAtOnce)),
  }),
  z.object({ type: z.literal('open'), page, jobId: count }),
  z.object({ type: z.literal('action'), page, action: z.enum(timelineActions) }),
]);

export type TimelinePageMessage = z.infer<typeof TimelinePageMessageSchema>;
