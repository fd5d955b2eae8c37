import type { Localizer } from '../../util/localizer.ts';
import type { ContractProblem } from './contractError.ts';
import { mismatchProblem } from './mismatchText.ts';
import type { RequestInfo } from './requestInfo.ts';

const texts = {
  page: '{host} returned a web page instead of data. Check the URL: this may not be a remote desktop management server.',
  html: '{host} returned a web page (“{title}”) instead of data. Check the URL: this may not be a remote desktop management server.',
  notJson: 'The response is not JSON. Check the URL: this may not be a remote desktop management server.',
  empty: 'The response is empty. Check the URL: this may not be a remote desktop management server.',
  truncated: 'The response was cut off. Try again.',
  tooLarge: 'The response is larger than {size} MiB, so it was not read.',
  excessive:
    'The response from {path} was not read: it has a list of more than 600,000 elements, an object of more than 100,000 keys, more than 20 levels, or a text of more than 4 MiB.',
  pageLoop: 'The list of pages leads back to a page already read. This is an error on the server.',
  tooManyPages: 'The list of pages does not end. This is an error on the server.',
  otherObject: 'The server returned a different object from the one requested. It was ignored.',
  shape: 'The response from {path} does not match the API: at “{at}”, {expected}.',
} as const;

/** Why a response cannot be used. */
export function contractText(problem: ContractProblem, request: RequestInfo, localizer: Localizer): string {
  const text = texts[problem.code === 'html' && problem.title === '' ? 'page' : problem.code];
  const { path, origin } = request;
  return localizer.t(text, { path, host: new URL(origin).host, ...detailsOf(problem, localizer) });
}

function detailsOf(
  problem: ContractProblem,
  localizer: Localizer,
): Readonly<Record<string, string | number>> {
  switch (problem.code) {
    case 'html':
      return { title: problem.title };
    case 'tooLarge':
      return { size: Math.round(problem.limitBytes / 1024 / 1024) };
    case 'shape':
      return { at: problem.mismatch.path || '/', expected: mismatchProblem(problem.mismatch, localizer) };
    default:
      return {};
  }
}
