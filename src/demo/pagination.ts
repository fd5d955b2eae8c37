import type { DemoSettings } from './options.ts';
import { detail } from './problem.ts';

/** The largest page that a request may ask for. */
const maxPageSize = 1000;

/** Part of a list, with what to change in the query for the parts beside it. */
interface Cut<T> {
  readonly records: readonly T[];
  readonly next: QueryChange | null;
  readonly previous: QueryChange | null;
}

/** `null` takes a parameter out. */
type QueryChange = Readonly<Record<string, string | null>>;

interface WithId {
  readonly id: number;
}

/** The response to a list request: one page in an object, or everything in an array. */
export function pageOf<T extends WithId>(
  records: readonly T[],
  url: URL,
  settings: DemoSettings,
  toJson: (record: T) => unknown,
): unknown {
  if (settings.pagination === 'none') return records.map(toJson);
  const cut = cutterFor<T>(settings.pagination)(records, url.searchParams, settings.pageSize);
  return {
    count: records.length,
    next: cut.next && link(url, cut.next, settings),
    previous: cut.previous && link(url, cut.previous, settings),
    results: cut.records.map(toJson),
  };
}

type Cutter<T> = (records: readonly T[], query: URLSearchParams, pageSize: number) => Cut<T>;

function cutterFor<T extends WithId>(pagination: 'page' | 'offset' | 'cursor'): Cutter<T> {
  if (pagination === 'page') return cutByPage;
  return pagination === 'offset' ? cutByOffset : cutByCursor;
}

function cutByPage<T>(records: readonly T[], query: URLSearchParams, pageSize: number): Cut<T> {
  const size = positive(query.get('page_size'), pageSize);
  const pages = Math.max(1, Math.ceil(records.length / size));
  const asked = query.get('page') ?? '1';
  const page = asked === 'last' ? pages : Number(/^\d+$/.test(asked) ? asked : 0);
  if (page < 1 || page > pages) throw detail(404, 'Invalid page.');
  return {
    records: records.slice((page - 1) * size, page * size),
    next: page < pages ? { page: String(page + 1) } : null,
    previous: page > 1 ? { page: page === 2 ? null : String(page - 1) } : null,
  };
}

function cutByOffset<T>(records: readonly T[], query: URLSearchParams, pageSize: number): Cut<T> {
  const limit = positive(query.get('limit'), pageSize);
  const askedOffset = query.get('offset') ?? '';
  const offset = /^\d+$/.test(askedOffset) ? Number(askedOffset) : 0;
  const before = offset - limit;
  return {
    records: records.slice(offset, offset + limit),
    next: offset + limit < records.length ? { limit: String(limit), offset: String(offset + limit) } : null,
    previous: offset > 0 ? { limit: String(limit), offset: before > 0 ? String(before) : null } : null,
  };
}

/**
 * By the ID where the page before ended: records that come and go meanwhile shift nothing. Unlike the REST
 * framework's own cursors this keeps `count`, which every page has.
 */
function cutByCursor<T extends WithId>(
  records: readonly T[],
  query: URLSearchParams,
  pageSize: number,
): Cut<T> {
  const size = positive(query.get('page_size'), pageSize);
  const cursor = decodeCursor(query.get('cursor'));
  const place = placeAfter(records, cursor.reverse ? cursor.id - 1 : cursor.id);
  const start = cursor.reverse ? Math.max(0, place - size) : place;
  const end = cursor.reverse ? place : start + size;
  const page = records.slice(start, end);
  const first = page[0];
  const last = page.at(-1);
  return {
    records: page,
    next: last && end < records.length ? { cursor: encodeCursor(`p=${last.id}`) } : null,
    previous: first && start > 0 ? { cursor: encodeCursor(`r=1&p=${first.id}`) } : null,
  };
}

function encodeCursor(position: string): string {
  return Buffer.from(position).toString('base64');
}

function decodeCursor(cursor: string | null): { readonly id: number; readonly reverse: boolean } {
  if (cursor === null) return { id: 0, reverse: false };
  const position = new URLSearchParams(Buffer.from(cursor, 'base64').toString());
  const id = position.get('p') ?? '';
  if (!/^\d+$/.test(id)) throw detail(404, 'Invalid cursor');
  return { id: Number(id), reverse: position.get('r') === '1' };
}

/** How many records have an ID up to `id`; they are in the order of their ids. */
function placeAfter(records: readonly WithId[], id: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle]?.id ?? Number.POSITIVE_INFINITY) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What cannot be read as a size is passed over, as the REST framework does. */
function positive(asked: string | null, fallback: number): number {
  if (asked === null || !/^\d+$/.test(asked) || Number(asked) < 1) return fallback;
  return Math.min(Number(asked), maxPageSize);
}

function link(url: URL, change: QueryChange, settings: DemoSettings): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  const pathAndQuery = changed.pathname + changed.search;
  if (settings.nextLinks === 'relative') return pathAndQuery;
  return settings.nextLinks === 'internalHost' ? `http://internal-backend:8000${pathAndQuery}` : changed.href;
}
