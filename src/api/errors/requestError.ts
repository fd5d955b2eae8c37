import type { ConnectionError } from './connectionError.ts';
import type { ContractError } from './contractError.ts';
import type { HttpStatusError } from './httpStatusError.ts';
import type { NotSentError } from './notSentError.ts';
import type { OutcomeError } from './outcomeError.ts';
import type { RedirectError } from './redirectError.ts';

/** All ways in which one request can fail. */
export type RequestError =
  | ConnectionError
  | HttpStatusError
  | ContractError
  | RedirectError
  | NotSentError
  | OutcomeError;
