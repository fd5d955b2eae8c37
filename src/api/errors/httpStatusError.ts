import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

/** A refusal at one field of the body that was sent; `path` leads to it. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What the body of a refusal is; `text` is anything else. */
export type BodyForm = 'json' | 'html' | 'text' | 'none';

/** The server answered with a status other than 2xx. */
export class HttpStatusError extends ApiErrorBase {
  override readonly kind = 'http';
  readonly status: number;
  /** The server's own words as plain text, redacted; '' when it gave none (decision 18). */
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
  /** How long the server asks to wait (`Retry-After`), clamped to 1 s … 5 min. */
  readonly retryAfterMs: number | undefined;
  /** By which whoever runs the server finds the request in its log; '' when the server gave none. */
  readonly requestId: string;
  /** What is not JSON may be the page of a proxy, which knows nothing of jobs and groups. */
  readonly form: BodyForm;

  constructor(
    request: RequestInfo,
    answer: Pick<HttpStatusError, 'status' | 'detail' | 'fieldErrors' | 'retryAfterMs'> & {
      readonly requestId?: string;
      readonly form?: BodyForm;
    },
  ) {
    super(request, `HTTP ${answer.status}${answer.detail === '' ? '' : `: ${answer.detail}`}`);
    this.status = answer.status;
    this.detail = answer.detail;
    this.fieldErrors = answer.fieldErrors;
    this.retryAfterMs = answer.retryAfterMs;
    this.requestId = answer.requestId ?? '';
    this.form = answer.form ?? 'json';
  }
}
