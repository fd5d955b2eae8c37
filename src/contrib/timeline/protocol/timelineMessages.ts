import * as z from 'zod/mini';
import { page, ReadySchema } from '../../../pages/protocol/pageMessages.ts';
import { clockKinds, hoursADay, rowsAtOnce, spanKinds, timelineActions } from './timelineOverview.ts';

const count = z.int().check(z.minimum(0));
/** Six weeks show any month. */
const cell = z.int().check(z.minimum(0), z.maximum(hoursADay * 42));
/** From 1900 to 2199, which schedules do not exceed and `Intl` can format. */
const day = z.int().check(z.minimum(-25_567), z.maximum(84_005));
const text = z.string().check(z.maxLength(200));

const QuerySchema = z.object({
  span: z.enum(spanKinds),
  day: z.nullable(day),
  clock: z.enum(clockKinds),
  name: text,
  group: z.string().check(z.maxLength(50)),
  device: text,
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
