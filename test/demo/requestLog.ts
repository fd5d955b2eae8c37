import type { RespondedRequest } from '../../src/contrib/demo/server/httpServer.ts';

/** The operations of the API, the optional search, and everything else. */
export type RequestKind =
  | `job.${'list' | 'get' | 'status' | 'create' | 'replace' | 'update' | 'stop' | 'remove'}`
  | `group.${'list' | 'get' | 'create' | 'replace' | 'update' | 'remove'}`
  | 'device.search'
  | 'other';

export interface LoggedRequest extends RespondedRequest {
  readonly kind: RequestKind;
  /** When the response was sent, on the server's clock. */
  readonly atMs: number;
}

const capacity = 2000;

/** The last requests one by one, and counts of all. Never contains a token. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];
  readonly #totals = new Map<RequestKind, number>();
  #inFlight = 0;
  #mostInFlight = 0;

  /** Oldest first. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries.slice(-capacity);
  }

  /** The highest number of concurrent requests. */
  get mostInFlight(): number {
    return this.#mostInFlight;
  }

  /** How many requests of a kind, or of all kinds, got a response, including those whose entries were dropped. */
  total(kind?: RequestKind): number {
    if (kind) return this.#totals.get(kind) ?? 0;
    return [...this.#totals.values()].reduce((sum, count) => sum + count, 0);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#totals.clear();
    this.#mostInFlight = this.#inFlight;
  }

  arrived(): void {
    this.#inFlight++;
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#inFlight);
  }

  /** The client disconnected before its request was complete. */
  abandoned(): void {
    this.#inFlight--;
  }

  responding(request: RespondedRequest, atMs: number): void {
    this.#inFlight--;
    const kind = kindOf(request);
    this.#totals.set(kind, this.total(kind) + 1);
    this.#entries.push({ ...request, kind, atMs });
    // Trimmed in larger steps: shifting by one for each request would move the whole list each time.
    if (this.#entries.length >= 2 * capacity) this.#entries.splice(0, capacity);
  }
}

const kinds: readonly (readonly [place: RegExp, kinds: Readonly<Record<string, RequestKind>>])[] = [
  [/\/api\/job\/$/, { GET: 'job.list', POST: 'job.create' }],
  [/\/api\/job\/[^/.]+\/status\/$/, { GET: 'job.status' }],
  [
    /\/api\/job\/[^/.]+\/$/,
    { GET: 'job.get', PUT: 'job.replace', PATCH: 'job.update', DELETE: 'job.remove' },
  ],
  [/\/api\/stop_job\/$/, { POST: 'job.stop' }],
  [/\/api\/group\/$/, { GET: 'group.list', POST: 'group.create' }],
  [
    /\/api\/group\/[^/.]+\/$/,
    { GET: 'group.get', PUT: 'group.replace', PATCH: 'group.update', DELETE: 'group.remove' },
  ],
  [/\/api\/peer\/search\/$/, { GET: 'device.search' }],
];

function kindOf({ method, path }: RespondedRequest): RequestKind {
  const [pathname = ''] = path.split('?');
  const found = kinds.find(([place]) => place.test(pathname));
  return found?.[1][method === 'HEAD' ? 'GET' : method] ?? 'other';
}
