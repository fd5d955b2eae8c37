import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

/** An error about one field of the request body; `path` leads to it. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The form of the body of an error response; `text` is anything else. */
export type BodyForm = 'json' | 'html' | 'text' | 'none';

/** The server returned a status other than 2xx. */
export class HttpStatusError extends ApiErrorBase {
  override readonly kind = 'http';
  readonly status: number;
  /** The server's own message as plain text, redacted; '' when there is none (decision 18). */
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
  /** The delay that the server requested (`Retry-After`), clamped to 1 s … 5 min. */
  readonly retryAfterMs: number | undefined;
  /** Identifies the request in the server's log; '' if the response has none. */
  readonly requestId: string;
  /** A body other than JSON may come from a proxy and say nothing about jobs and groups. */
  readonly form: BodyForm;

  constructor(
    request: RequestInfo,
    response: Pick<HttpStatusError, 'status' | 'detail' | 'fieldErrors' | 'retryAfterMs'> & {
      readonly requestId?: string;
      readonly form?: BodyForm;
    },
  ) {
    super(request, `HTTP ${response.status}${response.detail === '' ? '' : `: ${response.detail}`}`);
    this.status = response.status;
    this.detail = response.detail;
    this.fieldErrors = response.fieldErrors;
    this.retryAfterMs = response.retryAfterMs;
    this.requestId = response.requestId ?? '';
    this.form = response.form ?? 'json';
  }
}
