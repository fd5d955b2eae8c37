import type { Mismatch } from '../../model/mismatch.ts';
import { ApiErrorBase } from './apiErrorBase.ts';
import type { RequestInfo } from './requestInfo.ts';

export type ContractProblem =
  | {
      readonly code:
        | 'notJson'
        | 'empty'
        | 'truncated'
        /** More elements, keys or levels than any list or object of the API has. */
        | 'excessive'
        /** A `next` link leads back to a page that was already read. */
        | 'pageLoop'
        | 'tooManyPages';
    }
  /** The response describes an object other than the one with this ID; `undefined` for a create. */
  | { readonly code: 'otherObject'; readonly id: number | undefined }
  | { readonly code: 'html'; readonly title: string }
  | { readonly code: 'tooLarge'; readonly limitBytes: number }
  | { readonly code: 'shape'; readonly mismatch: Mismatch };

/** A response that the client cannot use: it does not fit the API, or exceeds the limits of the client. */
export class ContractError extends ApiErrorBase {
  override readonly kind = 'contract';
  readonly problem: ContractProblem;

  constructor(request: RequestInfo, problem: ContractProblem) {
    super(request, logText(problem));
    this.problem = problem;
  }
}

function logText(problem: ContractProblem): string {
  if (problem.code === 'html') return `html: ${problem.title}`;
  if (problem.code === 'tooLarge') return `larger than ${problem.limitBytes} bytes`;
  return problem.code === 'shape' ? `shape: ${JSON.stringify(problem.mismatch)}` : problem.code;
}
