import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

export type ConnectionReason =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'tls'
  | 'proxy'
  | 'connectTimeout'
  | 'headersTimeout'
  | 'bodyTimeout'
  | 'tooSlow'
  | 'reset'
  | 'closed'
  | 'other';

/** There was no complete response. */
export class ConnectionError extends ApiErrorBase {
  override readonly kind = 'connection';
  readonly reason: ConnectionReason;
  /** Node's, OpenSSL's or undici's code, for example `ECONNREFUSED`. */
  readonly code: string;
  /** False only when it is certain that no byte of the request left this machine (decision 21). */
  readonly mayHaveSent: boolean;

  constructor(request: RequestInfo, reason: ConnectionReason, code: string, mayHaveSent: boolean) {
    super(request, `${reason} (${code})`);
    this.reason = reason;
    this.code = code;
    this.mayHaveSent = mayHaveSent;
  }
}
