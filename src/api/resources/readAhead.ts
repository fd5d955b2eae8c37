import { setMaxListeners } from 'node:events';
import { type Page, rowCount } from './page.ts';
import { pageKey, pageNumbersOf } from './pageNumbers.ts';

export interface ReadAheadOptions<T> {
  /** Requests one page; must reject when the signal is aborted. */
  readonly fetchPage: (path: string, signal: AbortSignal) => Promise<Page<T>>;
  /** How many pages may be requested at a time. */
  readonly atOnce: number;
  /** No more pages than this are wanted, the first included. */
  readonly atMost: number;
  readonly signal: AbortSignal | undefined;
}

/** Long pages are requested fewer at a time: pages that arrive together are parsed without a pause between them. */
const rowsAtOnce = 4_000;
const fewestAtOnce = 3;

/**
 * Fetches pages in their order and requests the next ones ahead, where the server's links show how those are addressed;
 * otherwise it fetches only what is requested. `end` must be called when done: it cancels what is no longer needed.
 */
export class ReadAhead<T> {
  readonly #options: ReadAheadOptions<T>;
  readonly #cancel = new AbortController();
  readonly #onTheirWay = new Map<string, Promise<Page<T>>>();
  #given = 0;

  constructor(options: ReadAheadOptions<T>) {
    this.#options = options;
    // Every pending request listens to it.
    setMaxListeners(0, this.#cancel.signal);
    if (options.signal?.aborted) this.#abort();
    options.signal?.addEventListener('abort', this.#abort);
  }

  /** Starts behind a page that was read before. */
  continueFrom(path: string, page: Page<T>): void {
    this.#lookAhead(path, page);
  }

  /** The page at this path, which is the first one or the `next` of the page fetched before. */
  async fetch(path: string): Promise<Page<T>> {
    const key = pageKey(path);
    const page = await (this.#onTheirWay.get(key) ?? this.#request(path));
    // The link before was not a page number, so what was fetched ahead is not one of the server's pages.
    if (!this.#onTheirWay.delete(key)) this.#onTheirWay.clear();
    this.#given += 1;
    this.#lookAhead(path, page);
    return page;
  }

  end(): void {
    this.#abort();
    this.#options.signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#cancel.abort(this.#options.signal?.reason);

  #lookAhead(path: string, page: Page<T>): void {
    const numbers = pageNumbersOf(path, page);
    if (numbers === undefined) return;
    const rows = rowCount(page);
    const atOnce = Math.min(this.#options.atOnce, Math.max(fewestAtOnce, Math.floor(rowsAtOnce / rows)));
    const wanted = Math.min(numbers.remaining, atOnce, this.#options.atMost - this.#given);
    const missing: { readonly ahead: string; readonly key: string }[] = [];
    for (let steps = wanted; steps >= 1; steps--) {
      const ahead = numbers.pathAt(steps);
      const key = pageKey(ahead);
      // Pages are requested in their order, so the requests for those before it are pending as well.
      if (this.#onTheirWay.has(key)) break;
      missing.unshift({ ahead, key });
    }
    for (const { ahead, key } of missing) {
      const request = this.#request(ahead);
      // The reader of this page gets the failure; a page that is never read has none.
      request.catch(() => undefined);
      this.#onTheirWay.set(key, request);
    }
  }

  #request(path: string): Promise<Page<T>> {
    return this.#options.fetchPage(path, this.#cancel.signal);
  }
}
