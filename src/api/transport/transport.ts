import type { RequestInfo } from '../errors/requestInfo.ts';
import type { ResponseBody } from './responseBody.ts';

export interface TransportRequest {
  readonly info: RequestInfo;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Longest wait for the response headers, and for each next part of the body. */
  readonly idleTimeoutMs: number;
  /** Longest time for the whole exchange. */
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
}

export interface TransportResponse extends ResponseBody {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

/**
 * Sends one request and reads the whole response. Never follows a redirect and never repeats. Rejects with
 * `ConnectionError`, `ContractError` or the signal's reason.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Loads what the first request needs; a failure is reported by that request. */
  prepare?(): void;
  close(): Promise<void>;
}
