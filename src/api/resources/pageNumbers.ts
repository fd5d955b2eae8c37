import { type Page, rowCount } from './listPage.ts';

/** How to address the pages that follow a page, derived from its link to the next one. */
export interface PageNumbers {
  /** The expected number of further pages, from the server's count. */
  readonly remaining: number;
  /** The path of the page `steps` after this one; 1 is the next page. */
  readonly pathAt: (steps: number) => string;
}

/** Only used to parse paths and never requested. `new URL(path, base)` would read a leading `//` as a host. */
const parsed = (path: string): URL => new URL(`http://paths.invalid${path}`);

/**
 * How the following pages are addressed, if the link leaves no doubt: `page=N`, or `limit` with `offset`, advancing
 * by exactly the size of this page. `undefined` for cursors and anything else (decision 8: parameters are never
 * guessed).
 */
export function pageNumbersOf(path: string, page: Page<unknown>): PageNumbers | undefined {
  const rows = rowCount(page);
  if (page.next === undefined || page.total === undefined || rows === 0) return undefined;
  const here = parsed(path);
  const next = parsed(page.next);
  if (here.pathname !== next.pathname) return undefined;
  return byNumber(here, next, rows, page.total) ?? byOffset(here, next, rows, page.total);
}

/** Equal for links to the same page whose query parameters are in a different order. */
export function pageKey(path: string): string {
  const url = parsed(path);
  url.searchParams.sort();
  return url.pathname + url.search;
}

function byNumber(here: URL, next: URL, rows: number, total: number): PageNumbers | undefined {
  if (!sameButFor(here, next, ['page'])) return undefined;
  const current = wholeNumber(here.searchParams.get('page') ?? '1');
  const following = wholeNumber(next.searchParams.get('page'));
  if (current === undefined || following !== current + 1) return undefined;
  return {
    remaining: Math.ceil(total / rows) - current,
    pathAt: steps => withParameter(next, 'page', current + steps),
  };
}

function byOffset(here: URL, next: URL, rows: number, total: number): PageNumbers | undefined {
  if (!sameButFor(here, next, ['limit', 'offset'])) return undefined;
  const limit = wholeNumber(next.searchParams.get('limit'));
  const current = wholeNumber(here.searchParams.get('offset') ?? '0');
  const following = wholeNumber(next.searchParams.get('offset'));
  if (limit !== rows || current === undefined || following !== current + limit) return undefined;
  return {
    remaining: Math.ceil((total - current) / limit) - 1,
    pathAt: steps => withParameter(next, 'offset', current + steps * limit),
  };
}

function sameButFor(here: URL, next: URL, names: readonly string[]): boolean {
  const rest = ({ searchParams }: URL) =>
    JSON.stringify([...searchParams].filter(([name]) => !names.includes(name)).sort());
  const isSingle = names.every(name => next.searchParams.getAll(name).length <= 1);
  return isSingle && rest(here) === rest(next);
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function withParameter(link: URL, name: string, value: number): string {
  const url = new URL(link);
  url.searchParams.set(name, String(value));
  return url.pathname + url.search;
}
