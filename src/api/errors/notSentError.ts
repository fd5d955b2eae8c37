import type { Device } from '../../model/device.ts';
import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

export type NotSentProblem =
  | { readonly code: 'tokenMissing' | 'tokenMalformed' }
  /** The server is marked read-only. */
  | { readonly code: 'readOnly' }
  /** Plain HTTP to a host other than loopback, without the user's consent. */
  | { readonly code: 'plainHttp' }
  /** The environment disables the check of certificates, and this transport cannot override that. */
  | { readonly code: 'unverifiedTls' }
  /**
   * The text contains U+FFFD: it was damaged before it got here, and sending it would damage the server's copy, too.
   */
  | { readonly code: 'damagedText'; readonly fields: readonly string[] }
  /** The request would have lost devices that no request can name. */
  | { readonly code: 'unwritableDevices'; readonly devices: readonly Device[] };

/** The client itself rejected the request; nothing was sent. */
export class NotSentError extends ApiErrorBase {
  override readonly kind = 'notSent';
  readonly problem: NotSentProblem;

  constructor(request: RequestInfo, problem: NotSentProblem) {
    super(request, `not sent: ${problem.code}`);
    this.problem = problem;
  }
}
