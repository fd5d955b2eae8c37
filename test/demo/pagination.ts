import type { Paginate } from '../../src/contrib/demo/server/call.ts';
import { type Cutter, type PageCut, pageOf, positive } from '../../src/contrib/demo/server/pagination.ts';
import { detail } from '../../src/contrib/demo/server/reply.ts';
import type { DemoServerOptions, Envelope, NextLinks } from './options.ts';

type PageOptions = Pick<DemoServerOptions, 'pagination' | 'nextLinks' | 'pageSize' | 'envelope'>;

interface WithId {
  readonly id: number;
}

/** The lists of servers that paginate or write links differently from pages with absolute links. */
export function pages({
  pagination = 'page',
  nextLinks = 'absolute',
  envelope = 'flat',
  pageSize,
}: PageOptions): Paginate {
  return (records, url, toJson) => {
    if (pagination === 'none') return records.map(toJson);
    const cut = cutters[pagination];
    const page = pageOf(records, url, toJson, { ...(cut && { cut }), ...(pageSize && { pageSize }) });
    const link = (href: string | null) => href && written(new URL(href), nextLinks);
    const { count, results } = page;
    return envelopes[envelope]({ count, results, next: link(page.next), previous: link(page.previous) });
  };
}

type Page = ReturnType<typeof pageOf>;

const envelopes: Readonly<Record<Envelope, (page: Page) => unknown>> = {
  flat: page => page,
  guide: ({ next, previous, ...page }) => ({ links: { next, previous }, ...page }),
  jsonApi: ({ next, previous, count, results }) => ({
    data: results,
    links: { next, prev: previous },
    meta: { pagination: { count } },
  }),
  hal: ({ next, count, results }) => ({
    _embedded: { jobs: results },
    _links: next === null ? {} : { next: { href: next } },
    total: count,
  }),
  unlinked: ({ count, results }) => ({ count, results }),
};

function written({ href, pathname, search }: URL, nextLinks: NextLinks): string {
  if (nextLinks === 'relative') return pathname + search;
  return nextLinks === 'internalHost' ? `http://internal-backend:8000${pathname}${search}` : href;
}

const cutters: Readonly<Record<'page' | 'offset' | 'cursor', Cutter | undefined>> = {
  page: undefined,
  offset: cutByOffset,
  cursor: cutByCursor,
};

function cutByOffset<T>(records: readonly T[], query: URLSearchParams, pageSize: number): PageCut<T> {
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
 * Continues from the last ID of the previous page, so that records created or deleted in the meantime shift nothing.
 * Unlike the REST framework's own cursors, every page has `count`.
 */
function cutByCursor<T extends WithId>(
  records: readonly T[],
  query: URLSearchParams,
  pageSize: number,
): PageCut<T> {
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

/** How many records have an ID up to `id`; the records are sorted by ID. */
function placeAfter(records: readonly WithId[], id: number): number {
  const place = records.findIndex(record => record.id > id);
  return place < 0 ? records.length : place;
}
