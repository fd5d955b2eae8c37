import type { RequestInfo } from './requestInfo.ts';

/** Base of all errors of the client; narrow by `kind` with `isApiError`. */
export abstract class ApiErrorBase extends Error {
  abstract readonly kind: string;
  readonly request: RequestInfo;

  constructor(request: RequestInfo, message: string, options?: ErrorOptions) {
    super(`${request.method} ${request.path}: ${message}`, options);
    this.request = request;
    this.name = new.target.name;
  }
}
