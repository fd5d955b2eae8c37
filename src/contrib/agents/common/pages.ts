import * as z from 'zod/mini';
import { optionalInput } from './tool.ts';

export const pageInput = {
  limit: optionalInput('Rows at most. Default: 50.', z.int().check(z.minimum(1), z.maximum(200))),
  offset: optionalInput('next_offset of the page before.', z.int().check(z.minimum(0))),
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

/** The rows of a page, and where the next page begins; `fitResult` moves that if not all of them fit. */
export function pageOfRows<T, Row>(
  items: readonly T[],
  { limit = 50, offset = 0 }: PageInput,
  toRow: (item: T) => Row,
): { readonly rows: Row[]; readonly count: number; readonly next_offset: number | undefined } {
  const rows = items.slice(offset, offset + limit).map(toRow);
  const next = offset + rows.length;
  return { rows, count: items.length, next_offset: next < items.length ? next : undefined };
}
