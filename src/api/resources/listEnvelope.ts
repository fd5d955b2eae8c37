import { isRecord } from '../../base/json.ts';
import { isInteger } from '../model/fieldShapes.ts';

/** What a list response says of itself, wherever the server puts it. */
export interface ListEnvelope {
  /** `undefined` if there is no list of rows, or more than one that may be it. */
  readonly rows: readonly unknown[] | undefined;
  /** The highest count: some servers also count the rows of the page. */
  readonly total: number | undefined;
  /** The link to the next page as received; `undefined` if there is none, `null` if it cannot be a link. */
  readonly next: string | null | undefined;
  /** There are further rows, but no link leads to them (decision 8: parameters are never guessed). */
  readonly isCut: boolean;
}

type Header = (name: string) => string | undefined;

/** Besides `results`, which takes precedence. */
const rowNames = 'data items objects value content rows records entries jobs groups'.split(' ');
const holderNames = 'meta _meta pagination paging page page_info pageInfo links _links data'.split(' ');
const linkNames =
  'next next_url nextUrl next_page_url nextPageUrl next_page nextPage next_link nextLink @odata.nextLink odata.nextLink'.split(
    ' ',
  );
const totalNames =
  'count total total_count totalCount totalElements total_elements totalItems total_items total_results totalResults @odata.count odata.count'.split(
    ' ',
  );
const moreNames =
  'has_more hasMore has_next hasNext has_next_page hasNextPage more truncated incomplete_results'.split(' ');
/** Counted from 1, unlike in Spring. */
const pageNames = 'page current_page currentPage page_number pageNumber'.split(' ');
const pagesNames =
  'pages page_count pageCount total_pages totalPages num_pages numPages last_page lastPage'.split(' ');
const cursorNames = 'next_cursor nextCursor next_token nextToken next_page_token nextPageToken'.split(' ');
const totalHeaders = ['x-total-count', 'x-total', 'total-count', 'x-pagination-total-count'];

export function readEnvelope(value: unknown, header: Header): ListEnvelope {
  const holders = holdersOf(value, 3);
  const candidates = [...holders.flatMap(linksIn), linkInHeader(header('link'))];
  const links = candidates.filter(link => link !== undefined && link !== null && link !== '');
  const link = links.find(isLink);
  // A page number or a cursor without a link also means that there are further rows.
  const isUnlinked = links.some(other => typeof other === 'string');
  // Links lead to all pages of a server that has them.
  const isLinked = holders.some(holder => linkNames.some(name => Object.hasOwn(holder, name)));
  const isBad = link === undefined && !isUnlinked && links.length > 0;
  return {
    rows: Array.isArray(value) ? value : rowsIn(value),
    total: highest([
      ...holders.flatMap(holder => totalNames.map(name => holder[name])),
      ...totalHeaders.map(header),
      /\/\s*(\d+)\s*$/.exec(header('content-range') ?? '')?.[1],
    ]),
    next: isBad ? null : link,
    isCut:
      link === undefined &&
      (isUnlinked || holders.some(saysMore) || (!isLinked && holders.some(hasMorePages))),
  };
}

/** The object, and those in it that describe the list. */
function holdersOf(value: unknown, depth: number): Record<string, unknown>[] {
  if (!isRecord(value)) return [];
  if (depth === 0) return [value];
  return [value, ...holderNames.flatMap(name => holdersOf(value[name], depth - 1))];
}

function rowsIn(value: unknown, mayBeInData = true): readonly unknown[] | undefined {
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value['results'])) return value['results'];
  const embedded = isRecord(value['_embedded']) ? Object.values(value['_embedded']) : [];
  const lists = [...rowNames.map(name => value[name]), ...embedded].filter(Array.isArray);
  if (lists.length === 0 && mayBeInData) return rowsIn(value['data'], false);
  return lists.length === 1 ? lists[0] : undefined;
}

/** The values of members that name the next page; a link may be an object (JSON:API, HAL) or one of a list. */
function linksIn(holder: Record<string, unknown>): unknown[] {
  const listed = ['links', '_links'].flatMap(name => {
    const links = holder[name];
    return Array.isArray(links) ? links.filter(link => isRecord(link) && link['rel'] === 'next') : [];
  });
  const named = linkNames.map(name => {
    const link = holder[name];
    return typeof link === 'number' && name !== 'next' ? String(link) : link;
  });
  return [...named, ...listed].map(link => {
    if (!isRecord(link)) return link;
    const { href = true, url = href, link: inner = url } = link;
    return inner;
  });
}

/** A page number or a cursor is no link. */
function isLink(link: unknown): link is string {
  return typeof link === 'string' && /[/?:]/.test(link);
}

const longestHeader = 8_192;

/** RFC 8288. */
function linkInHeader(header = ''): string | undefined {
  for (const [, target, parameters = ''] of header
    .slice(0, longestHeader)
    .matchAll(/<([^>]*)>((?:"[^"]*"|[^",<])*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]*))/i.exec(parameters) ?? [];
    if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

function saysMore(holder: Record<string, unknown>): boolean {
  return (
    moreNames.some(name => holder[name] === true) ||
    holder['last'] === false ||
    cursorNames.some(name => typeof holder[name] === 'string' && holder[name] !== '')
  );
}

function hasMorePages(holder: Record<string, unknown>): boolean {
  const [page, pages] = [pageNames, pagesNames].map(names => highest(names.map(name => holder[name])));
  return page !== undefined && pages !== undefined && page > 0 && page < pages;
}

function highest(counts: readonly unknown[]): number | undefined {
  const numbers = counts
    .map(count => (typeof count === 'string' && /^\d{1,15}$/.test(count) ? Number(count) : count))
    .filter(isInteger)
    .filter(count => count >= 0);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
