import * as z from 'zod/mini';
import { firstMismatch, type Mismatch } from '../../model/mismatch.ts';
import { isRecord } from '../../util/json.ts';
import { ContractError } from '../errors/contractError.ts';
import type { Call, Requester } from '../transport/requester.ts';
import { responseSlices } from '../transport/responseSlices.ts';

/** An element of a list that does not fit its shape; the others are unharmed. */
export interface UnreadableRow {
  /** Position among the elements of its page. */
  readonly index: number;
  /** The row as received. */
  readonly raw: unknown;
  /** The mismatch; absent where the row stands for others. */
  readonly problem?: Mismatch;
  /** How many other rows of the list this one stands for: of very many, only the first are stored. */
  readonly more?: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableRow[];
  /** The server's count of all elements, when it gives a usable one. */
  readonly total: number | undefined;
  /** API path and query of the next page (decision 7); `undefined` on the last. */
  readonly next: string | undefined;
}

/** How the elements of a list are read. */
export interface RowReading<T> {
  readonly schema: z.core.$ZodType<T>;
  /** A faster way that gives the same value, or `undefined` when the schema has to decide. */
  readonly quick?: (raw: unknown) => T | undefined;
  /** Rows of a page beyond this number are only counted. */
  readonly most?: number;
}

/** Reads a list response: DRF's page object or a bare array, which is one complete page (decision 4). */
export async function readPage<T>(
  requester: Requester,
  call: Call,
  reading: RowReading<T>,
  value: unknown,
): Promise<Page<T>> {
  if (Array.isArray(value)) {
    return { ...(await readRows(reading, value, call.signal)), total: value.length, next: undefined };
  }
  if (!isRecord(value) || !Array.isArray(value['results'])) {
    throw mismatchAt(requester, call, { path: 'results', code: 'resultsMissing' });
  }
  const count = value['count'];
  return {
    ...(await readRows(reading, value['results'], call.signal)),
    total: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
    next: nextPath(requester, call, value['next']),
  };
}

/** The limit for one page; enough to see what a server sends instead of jobs. */
const mostUnreadable = 100;
/** After this many, the rest of a page is not checked. */
const mostFailures = 10_000;
/** No page of a real server has as many. */
const mostRows = 50_000;

/** Pauses between rows, so that no page delays other work. Rows beyond the bounds are only counted. */
export async function readRows<T>(
  { most = mostRows, ...reading }: RowReading<T>,
  rows: readonly unknown[],
  signal?: AbortSignal,
): Promise<Pick<Page<T>, 'items' | 'unreadable'>> {
  const slices = responseSlices(signal);
  const items: T[] = [];
  const unreadable: UnreadableRow[] = [];
  let failures = 0;
  let index = 0;
  for (; index < rows.length && failures < mostFailures && items.length < most; index++) {
    if (slices.isOver) await slices.rest();
    const row = readRow(reading, rows[index]);
    if ('item' in row) items.push(row.item);
    else if (++failures <= mostUnreadable) unreadable.push({ index, raw: rows[index], problem: row.problem });
  }
  const more = failures - unreadable.length + rows.length - index;
  if (more > 0) unreadable.push({ index, raw: undefined, more });
  return { items, unreadable };
}

/** How many rows the server has sent. */
export function rowCount({ items, unreadable }: Pick<Page<unknown>, 'items' | 'unreadable'>): number {
  return unreadable.reduce((count, { more = 1 }) => count + more, items.length);
}

/** The rows of two pages, within the bounds of one. */
export function joinUnreadable(
  known: readonly UnreadableRow[],
  added: readonly UnreadableRow[],
): readonly UnreadableRow[] {
  if (added.length === 0) return known;
  const all = [...known, ...added];
  const first = all.filter(({ more }) => more === undefined).slice(0, mostUnreadable);
  const more = rowCount({ items: [], unreadable: all }) - first.length;
  return more === 0 ? first : [...first, { index: first.length, raw: undefined, more }];
}

function readRow<T>({ schema, quick }: RowReading<T>, raw: unknown): { item: T } | { problem: Mismatch } {
  const known = quick?.(raw);
  if (known !== undefined) return { item: known };
  const result = z.safeParse(schema, raw);
  if (result.success) return { item: result.data };
  return { problem: firstMismatch(result.error, raw) };
}

/**
 * Only path and query of a `next` link are used, on the configured base URL (decision 7): behind a proxy
 * the link names an inner host, and often lacks the prefix under which the API is reached from outside.
 */
function nextPath(requester: Requester, call: Call, next: unknown): string | undefined {
  if (next === undefined || next === null || next === '') return undefined;
  const { origin, pathname: basePath } = requester.baseUrl;
  const prefix = basePath.replace(/\/$/, '');
  const current = new URL(origin + prefix + call.path);
  if (typeof next !== 'string' || !URL.canParse(next, current.href)) throw badNext(requester, call);
  const { protocol, pathname, search } = new URL(next, current);
  // Other schemes have "paths" without a leading slash, which behind our origin would be part of its host.
  if (protocol !== 'http:' && protocol !== 'https:') throw badNext(requester, call);
  const isBare = pathname === current.pathname.slice(prefix.length);
  const withoutPrefix =
    pathname.startsWith(`${prefix}/`) && !isBare ? pathname.slice(prefix.length) : pathname;
  return withoutPrefix + search;
}

function badNext(requester: Requester, call: Call): ContractError {
  return mismatchAt(requester, call, { path: 'next', code: 'badNextLink' });
}

function mismatchAt(requester: Requester, call: Call, mismatch: Mismatch): ContractError {
  return new ContractError(requester.info(call), { code: 'shape', mismatch });
}
