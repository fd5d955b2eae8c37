import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

/** The server redirects elsewhere, and following it is not safe (decision 26). */
export class RedirectError extends ApiErrorBase {
  override readonly kind = 'redirect';
  readonly status: number;
  /** Origin and path of the target, without query and user info. */
  readonly target: string;
  /** The base URL to offer when the target is the same host by https; else `undefined`. */
  readonly httpsBaseUrl: string | undefined;
  /** It leads to a sign-in page, as servers do when a session has ended. */
  readonly isSignIn: boolean;

  constructor(request: RequestInfo, status: number, target: string, httpsBaseUrl?: string, isSignIn = false) {
    super(request, `HTTP ${status} to ${target}`);
    this.status = status;
    this.target = target;
    this.httpsBaseUrl = httpsBaseUrl;
    this.isSignIn = isSignIn;
  }
}
