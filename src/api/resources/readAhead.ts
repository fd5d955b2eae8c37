import { setMaxListeners } from 'node:events';
import { ContractError, type RequestInfo } from '../errors/apiError.ts';
import { type Page, rowCount } from './listPage.ts';

export interface ReadAheadOptions<T> {
  /** Requests one page; must reject when the signal is aborted. */
  readonly fetchPage: (path: string, signal: AbortSignal) => Promise<Page<T>>;
  readonly atOnce: number;
  /** The maximum number of pages, including the first. */
  readonly atMost: number;
  readonly signal: AbortSignal | undefined;
}

/** Fewer long pages are requested in parallel: pages that arrive together are parsed without a pause in between. */
const rowsAtOnce = 4_000;
const fewestAtOnce = 3;

/**
 * Fetches pages in order, and prefetches the next ones if the server's links show how they are addressed. Call `end`
 * when done: it cancels requests that are no longer needed.
 */
export class ReadAhead<T> {
  readonly #options: ReadAheadOptions<T>;
  readonly #cancel = new AbortController();
  readonly #pending = new Map<string, Promise<Page<T>>>();
  #given = 0;

  constructor(options: ReadAheadOptions<T>) {
    this.#options = options;
    // Every pending request adds a listener.
    setMaxListeners(0, this.#cancel.signal);
    if (options.signal?.aborted) this.#abort();
    options.signal?.addEventListener('abort', this.#abort);
  }

  async fetch(path: string): Promise<Page<T>> {
    const key = pageKey(path);
    const page = await (this.#pending.get(key) ?? this.#request(path));
    // The server's link was not the one predicted, so the prefetched pages are not part of the list.
    if (!this.#pending.delete(key)) this.#pending.clear();
    this.#given += 1;
    this.continueFrom(path, page);
    return page;
  }

  /** Requests the next pages after this one, which may have been read earlier. */
  continueFrom(path: string, page: Page<T>): void {
    const numbers = pageNumbersOf(path, page);
    if (numbers === undefined) return;
    const rows = rowCount(page);
    const atOnce = Math.min(this.#options.atOnce, Math.max(fewestAtOnce, Math.floor(rowsAtOnce / rows)));
    const wanted = Math.min(numbers.remaining, atOnce, this.#options.atMost - this.#given);
    const missing: { readonly ahead: string; readonly key: string }[] = [];
    for (let steps = wanted; steps >= 1; steps--) {
      const ahead = numbers.pathAt(steps);
      const key = pageKey(ahead);
      // Pages are requested in order, so the requests for the earlier ones are pending as well.
      if (this.#pending.has(key)) break;
      missing.unshift({ ahead, key });
    }
    for (const { ahead, key } of missing) {
      const request = this.#request(ahead);
      // The reader of this page gets the error; if it is never read, nobody needs it.
      request.catch(() => undefined);
      this.#pending.set(key, request);
    }
  }

  end(): void {
    this.#abort();
    this.#options.signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#cancel.abort(this.#options.signal?.reason);

  #request(path: string): Promise<Page<T>> {
    return this.#options.fetchPage(path, this.#cancel.signal);
  }
}

export interface PageNumbers {
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

const maxPages = 10_000;

/**
 * Follows `next` links; fails on a loop or an endless chain (decision 7), which may have begun with the pages that were
 * read `earlier`.
 */
export async function* paginate<T>(
  firstPath: string,
  fetchPage: (path: string) => Promise<Page<T>>,
  info: (path: string) => RequestInfo,
  earlier: Iterable<string> = [],
): AsyncGenerator<Page<T>, void, undefined> {
  const seen = new Set(earlier);
  for (let path: string | undefined = firstPath; path !== undefined; ) {
    if (seen.has(path)) throw new ContractError(info(path), { code: 'pageLoop' });
    if (seen.size >= maxPages) throw new ContractError(info(path), { code: 'tooManyPages' });
    seen.add(path);
    const page: Page<T> = await fetchPage(path);
    yield page;
    path = page.next;
  }
}
