import type { Localizer } from '../../util/localizer.ts';
import type { ContractProblem } from './contractError.ts';
import { mismatchProblem } from './mismatchText.ts';
import type { RequestInfo } from './requestInfo.ts';

/** Why a response cannot be used. */
export function contractText(problem: ContractProblem, request: RequestInfo, localizer: Localizer): string {
  const { t } = localizer;
  const { path } = request;
  switch (problem.code) {
    case 'html':
      return pageText(problem.title, new URL(request.origin).host, t);
    case 'notJson':
      return t(
        'The response is not JSON. Check the URL: this may not be a remote desktop management server.',
      );
    case 'empty':
      return t('The response is empty. Check the URL: this may not be a remote desktop management server.');
    case 'truncated':
      return t('The response was cut off. Try again.');
    case 'tooLarge':
      return t('The response is larger than {size} MiB, so it was not read.', {
        size: Math.round(problem.limitBytes / 1024 / 1024),
      });
    case 'excessive':
      return t('The response from {path} has more elements than the limit allows, so it was not read.', {
        path,
      });
    case 'pageLoop':
      return t('The list of pages leads back to a page already read. This is an error on the server.');
    case 'tooManyPages':
      return t('The list of pages does not end. This is an error on the server.');
    case 'otherObject':
      return t('The server returned a different object from the one requested. It was ignored.');
    case 'shape':
      return t('The response from {path} does not match the API: at “{at}”, {expected}.', {
        path,
        at: problem.mismatch.path === '' ? '/' : problem.mismatch.path,
        expected: mismatchProblem(problem.mismatch, localizer),
      });
  }
}

function pageText(title: string, host: string, t: Localizer['t']): string {
  return title === ''
    ? t(
        '{host} returned a web page instead of data. Check the URL: this may not be a remote desktop management server.',
        {
          host,
        },
      )
    : t(
        '{host} returned a web page (“{title}”) instead of data. Check the URL: this may not be a remote desktop management server.',
        { title, host },
      );
}
