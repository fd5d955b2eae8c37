import type { RequestInfo } from '../errors/apiError.ts';
import type { ResponseBody } from './responseBody.ts';

export interface TransportRequest {
  readonly info: RequestInfo;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The longest wait for the response headers, and for each further part of the body. */
  readonly idleTimeoutMs: number;
  /** The longest duration of the whole exchange. */
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
}

export interface TransportResponse extends ResponseBody {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

/**
 * Sends one request and reads the whole response. Never follows redirects and never retries. Rejects with
 * `ConnectionError`, `ContractError` or the signal's reason.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}
