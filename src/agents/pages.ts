import * as z from 'zod/mini';
import { optionalInput } from './tool.ts';

/** A result longer than this is split, so that it leaves a model room to think. */
const mostBytes = 12_000;

export const pageInput = {
  limit: optionalInput(
    'The maximum number of rows. Default: 50.',
    z.int().check(z.minimum(1), z.maximum(200)),
  ),
  offset: optionalInput(
    'Skips this many rows: next_offset of the result before.',
    z.int().check(z.minimum(0)),
  ),
};

export const pageOutput = {
  /** All rows, on this page or not. */
  count: z.int(),
  /** Absent on the last page. */
  next_offset: z.optional(z.int()),
};

interface PageInput {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** The rows of a page, as many as fit, and where the next page begins. */
export function pageOfRows<T, Row>(
  items: readonly T[],
  { limit = 50, offset = 0 }: PageInput,
  toRow: (item: T) => Row,
): { readonly rows: Row[]; readonly count: number; readonly next_offset: number | undefined } {
  const rows: Row[] = [];
  let bytes = 0;
  for (const item of items.slice(offset, offset + limit)) {
    const row = toRow(item);
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    // A first row always fits, because each is limited by itself.
    if (bytes > mostBytes && rows.length > 0) break;
    rows.push(row);
  }
  const next = offset + rows.length;
  return { rows, count: items.length, next_offset: next < items.length ? next : undefined };
}
