import { detail } from './reply.ts';

const maxPageSize = 1000;

/** A part of a list, and how the query changes for the adjacent parts. */
export interface PageCut<T> {
  readonly records: readonly T[];
  readonly next: QueryChange | null;
  readonly previous: QueryChange | null;
}

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
}

/** `null` removes a parameter. */
type QueryChange = Readonly<Record<string, string | null>>;

export type Cutter = <T extends { readonly id: number }>(
  records: readonly T[],
  query: URLSearchParams,
  pageSize: number,
) => PageCut<T>;

/** The response to a list request: one page with links to the adjacent pages. */
export function pageOf<T extends { readonly id: number }>(
  records: readonly T[],
  url: URL,
  toJson: (record: T) => unknown,
  { cut = cutByPage, pageSize = 50 }: { readonly cut?: Cutter; readonly pageSize?: number } = {},
): Page {
  const page = cut(records, url.searchParams, pageSize);
  return {
    count: records.length,
    next: page.next && link(url, page.next),
    previous: page.previous && link(url, page.previous),
    results: page.records.map(toJson),
  };
}

function cutByPage<T>(records: readonly T[], query: URLSearchParams, pageSize: number): PageCut<T> {
  const size = positive(query.get('page_size'), pageSize);
  const pages = Math.max(1, Math.ceil(records.length / size));
  const requested = query.get('page') ?? '1';
  const page = requested === 'last' ? pages : Number(/^\d+$/.test(requested) ? requested : 0);
  if (page < 1 || page > pages) throw detail(404, 'Invalid page.');
  return {
    records: records.slice((page - 1) * size, page * size),
    next: page < pages ? { page: String(page + 1) } : null,
    previous: page > 1 ? { page: page === 2 ? null : String(page - 1) } : null,
  };
}

/** An invalid size is ignored, as in the REST framework. */
export function positive(requested: string | null, fallback: number): number {
  if (requested === null || !/^\d+$/.test(requested) || Number(requested) < 1) return fallback;
  return Math.min(Number(requested), maxPageSize);
}

function link(url: URL, change: QueryChange): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed.href;
}
