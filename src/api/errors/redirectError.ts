import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

export interface Redirection {
  readonly status: number;
  /** Origin and path of the target, without query and user info. */
  readonly target: string;
  /** The base URL to suggest if the target is the same host over HTTPS. */
  readonly httpsBaseUrl?: string | undefined;
  /** The target is a sign-in page, as after the end of a session. */
  readonly isSignIn?: boolean;
}

/** The server redirects to a place that is not safe to follow (decision 26). */
export class RedirectError extends ApiErrorBase implements Redirection {
  override readonly kind = 'redirect';
  readonly status: number;
  readonly target: string;
  readonly httpsBaseUrl: string | undefined;
  readonly isSignIn: boolean;

  constructor(request: RequestInfo, { status, target, httpsBaseUrl, isSignIn = false }: Redirection) {
    super(request, `HTTP ${status} to ${target}`);
    this.status = status;
    this.target = target;
    this.httpsBaseUrl = httpsBaseUrl;
    this.isSignIn = isSignIn;
  }
}
