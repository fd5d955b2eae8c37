import type * as z from 'zod/mini';
import { responseSlices, yieldToHost } from '../../base/slices.ts';
import { ContractError } from '../errors/apiError.ts';
import { firstMismatch, type Mismatch } from '../model/mismatch.ts';
import { checkInSlices } from '../transport/jsonResponse.ts';
import type { Call, Requester } from '../transport/requester.ts';
import { readEnvelope } from './listEnvelope.ts';

/** An element of a list that does not match its schema. The other elements are unaffected. */
export interface UnreadableRow {
  readonly index: number;
  readonly raw: unknown;
  /** The mismatch; absent if the row represents several. */
  readonly problem?: Mismatch;
  /** How many further rows this one represents: only the first of very many are stored. */
  readonly more?: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableRow[];
  /** The server's total count, if usable. */
  readonly total: number | undefined;
  /** API path and query of the next page (decision 7); `undefined` on the last page. */
  readonly next: string | undefined;
  /** The server has further rows, but gives no link to them. */
  readonly isCut?: boolean | undefined;
}

export interface RowReading<T> {
  readonly schema: z.core.$ZodType<T>;
  /** A faster parser that returns the same value, or `undefined` when the schema must decide. */
  readonly quick?: (raw: unknown) => T | undefined;
  /** The page may be one of several that are read at once. */
  readonly isAhead?: boolean;
}

/** Requests one page of a list: a bare array (decision 4), DRF's page object, or that of another framework. */
export async function readPage<T extends object>(
  requester: Requester,
  call: Call,
  reading: RowReading<T>,
): Promise<Page<T>> {
  const { value, header } = await requester.readResponse(call);
  // Several pages may have arrived at once; this lets other work run between them.
  if (reading.isAhead === true) await yieldToHost();
  const { rows, total, next, isCut } = readEnvelope(value, header);
  if (rows === undefined) throw mismatchAt(requester, call, { path: 'results', code: 'resultsMissing' });
  return {
    ...(await readRows(reading, rows, call.signal)),
    total: total ?? (Array.isArray(value) && next === undefined ? rows.length : undefined),
    next: nextPath(requester, call, next),
    ...(isCut && { isCut }),
  };
}

/** The limit per page; enough to see what a server sends instead of jobs. */
const mostUnreadable = 100;
const mostFailures = 10_000;

/** Yields to other work between rows. Unreadable rows beyond the limits are only counted. */
export async function readRows<T extends object>(
  reading: RowReading<T>,
  rows: readonly unknown[],
  signal?: AbortSignal,
): Promise<Pick<Page<T>, 'items' | 'unreadable'>> {
  const slices = responseSlices(signal);
  const items: T[] = [];
  const unreadable: UnreadableRow[] = [];
  let failures = 0;
  let index = 0;
  for (; index < rows.length && failures < mostFailures; index++) {
    if (slices.isOver) await slices.rest();
    const read = readRow(reading, rows[index], signal);
    const row = 'then' in read ? await read : read;
    if ('item' in row) items.push(row.item);
    else if (++failures <= mostUnreadable) unreadable.push({ index, raw: rows[index], problem: row.problem });
  }
  const more = failures - unreadable.length + rows.length - index;
  if (more > 0) unreadable.push({ index, raw: undefined, more });
  return { items, unreadable };
}

export function rowCount({ items, unreadable }: Pick<Page<unknown>, 'items' | 'unreadable'>): number {
  return unreadable.reduce((count, { more = 1 }) => count + more, items.length);
}

/** Combines the unreadable rows of pages, within the limits of one. */
export function joinUnreadable(...lists: readonly (readonly UnreadableRow[])[]): readonly UnreadableRow[] {
  const [known = [], ...added] = lists.filter(({ length }) => length > 0);
  if (added.length === 0) return known;
  const all = [...known, ...added.flat()];
  const first = all.filter(({ more }) => more === undefined).slice(0, mostUnreadable);
  const more = rowCount({ items: [], unreadable: all }) - first.length;
  return more === 0 ? first : [...first, { index: first.length, raw: undefined, more }];
}

/** Not async, because awaiting each of 100,000 rows would take longer than reading them. */
function readRow<T extends object>(
  { schema, quick }: RowReading<T>,
  raw: unknown,
  signal: AbortSignal | undefined,
): ReadRow<T> | Promise<ReadRow<T>> {
  const known = quick?.(raw);
  return known === undefined ? checkRow(schema, raw, signal) : { item: known };
}

type ReadRow<T> = { readonly item: T } | { readonly problem: Mismatch };

async function checkRow<T extends object>(
  schema: z.core.$ZodType<T>,
  raw: unknown,
  signal: AbortSignal | undefined,
): Promise<ReadRow<T>> {
  const result = await checkInSlices(schema, raw, signal);
  if (result.success) return { item: result.data };
  return { problem: firstMismatch(result.error, raw) };
}

/**
 * Only the path and query of a `next` link are used, on the configured base URL (decision 7): behind a proxy, the
 * link names an internal host and often lacks the external path prefix.
 */
function nextPath(requester: Requester, call: Call, next: string | null | undefined): string | undefined {
  if (next === undefined) return undefined;
  const { origin, pathname: basePath } = requester.baseUrl;
  const prefix = basePath.replace(/\/$/, '');
  const current = new URL(origin + prefix + call.path);
  if (next === null || !URL.canParse(next, current.href)) throw badNext(requester, call);
  const { protocol, pathname, search } = new URL(next, current);
  // Other schemes can have paths without a leading slash, which would become part of the host when appended to our
  // origin.
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
