import type { Device } from '../../model/device.ts';
import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

export type NotSentProblem =
  | { readonly code: 'tokenMissing' | 'tokenMalformed' }
  /** The server is marked read-only. */
  | { readonly code: 'readOnly' }
  /** Plain HTTP to another host, without the user's consent. */
  | { readonly code: 'plainHttp' }
  /** Text holds U+FFFD: it lost characters on its way here, and sending it would lose them on the server as well. */
  | { readonly code: 'damagedText'; readonly fields: readonly string[] }
  /** The request would have dropped devices that no request can name. */
  | { readonly code: 'unwritableDevices'; readonly devices: readonly Device[] };

/** The client itself rejected the request: nothing was sent. */
export class NotSentError extends ApiErrorBase {
  override readonly kind = 'notSent';
  readonly problem: NotSentProblem;

  constructor(request: RequestInfo, problem: NotSentProblem) {
    super(request, `not sent: ${problem.code}`);
    this.problem = problem;
  }
}
