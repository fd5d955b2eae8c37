import { setMaxListeners } from 'node:events';
import { type Page, rowCount } from './listPage.ts';
import { pageKey, pageNumbersOf } from './pageNumbers.ts';

export interface ReadAheadOptions<T> {
  /** Requests one page; must reject when the signal is aborted. */
  readonly fetchPage: (path: string, signal: AbortSignal) => Promise<Page<T>>;
  /** How many pages may be requested in parallel. */
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

  /** Fetches the page at this path: the first one, or the `next` of the previous page. */
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
