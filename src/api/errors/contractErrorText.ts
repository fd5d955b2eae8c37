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
      return t('The answer is not JSON: this is not such a server, or its URL is wrong.');
    case 'empty':
      return t('The answer is empty: this is not such a server, or its URL is wrong.');
    case 'truncated':
      return t('The answer breaks off in the middle. Try again.');
    case 'tooLarge':
      return t('The answer is larger than {size} MiB and was not read.', {
        size: Math.round(problem.limitBytes / 1024 / 1024),
      });
    case 'excessive':
      return t(
        'The response of {path} has more elements than any list of such a server, so it was not read.',
        { path },
      );
    case 'pageLoop':
      return t('The list of pages leads back to a page already read. This is a fault of the server.');
    case 'tooManyPages':
      return t('The list of pages does not end. This is a fault of the server.');
    case 'otherObject':
      return t(
        'The server answered with another object than the one that was asked for. Nothing was taken over.',
      );
    case 'shape':
      return t('The response of {path} does not fit the API: at “{at}”, {expected}.', {
        path,
        at: problem.mismatch.path === '' ? '/' : problem.mismatch.path,
        expected: mismatchProblem(problem.mismatch, localizer),
      });
  }
}

function pageText(title: string, host: string, t: Localizer['t']): string {
  return title === ''
    ? t('A web page came from {host} instead of data: this is not such a server, or its URL is wrong.', {
        host,
      })
    : t(
        'A web page (“{title}”) came from {host} instead of data: this is not such a server, or its URL is wrong.',
        { title, host },
      );
}
