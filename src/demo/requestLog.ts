/** The operations of the API, the optional search, and everything else. */
export type RequestKind =
  | `job.${'list' | 'get' | 'status' | 'create' | 'replace' | 'update' | 'stop' | 'remove'}`
  | `group.${'list' | 'get' | 'create' | 'replace' | 'update' | 'remove'}`
  | 'device.search'
  | 'other';

export interface LoggedRequest {
  readonly kind: RequestKind;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  /** When the response was sent, on the server's clock. */
  readonly atMs: number;
  readonly authorised: boolean;
}

/** The last requests one by one, and counts of all. Never a token. */
export class RequestLog {
  readonly #capacity: number;
  readonly #entries: LoggedRequest[] = [];
  readonly #totals = new Map<RequestKind, number>();
  #inFlight = 0;
  #mostInFlight = 0;

  constructor(capacity = 2000) {
    this.#capacity = capacity;
  }

  /** Oldest first. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries.slice(-this.#capacity);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** The highest number of concurrent requests. */
  get mostInFlight(): number {
    return this.#mostInFlight;
  }

  /** How many requests of a kind, or of all kinds, got a response, including those no longer among the entries. */
  total(kind?: RequestKind): number {
    if (kind) return this.#totals.get(kind) ?? 0;
    return [...this.#totals.values()].reduce((sum, count) => sum + count, 0);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#totals.clear();
    this.#mostInFlight = this.#inFlight;
  }

  /** @internal */
  arrived(): void {
    this.#inFlight++;
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#inFlight);
  }

  /** @internal The sender went away before its request was complete. */
  abandoned(): void {
    this.#inFlight--;
  }

  /** @internal */
  answered(request: LoggedRequest): void {
    this.#inFlight--;
    this.#totals.set(request.kind, this.total(request.kind) + 1);
    this.#entries.push(request);
    // Cut in larger steps: shifting by one for each request would move the whole list each time.
    if (this.#entries.length >= 2 * this.#capacity) this.#entries.splice(0, this.#capacity);
  }
}
