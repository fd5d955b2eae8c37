import type { RequestInfo } from './requestInfo.ts';

/** Base of all errors of the client; narrow by `kind` with `isApiError`. */
export abstract class ApiErrorBase extends Error {
  abstract readonly kind: string;
  readonly request: RequestInfo;
  /** The message without the request, for texts that already name it. */
  readonly finding: string;

  constructor(request: RequestInfo, finding: string, options?: ErrorOptions) {
    super(`${request.method} ${request.path}: ${finding}`, options);
    this.finding = finding;
    this.request = request;
    this.name = new.target.name;
  }
}
