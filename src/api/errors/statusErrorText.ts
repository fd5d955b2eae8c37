import type { Localizer } from '../../util/localizer.ts';
import type { HttpStatusError } from './httpStatusError.ts';

/** What a status other than 2xx means, with the server's own words. */
export function statusText(error: HttpStatusError, localizer: Localizer): string {
  const { t } = localizer;
  const parts = [statusMeaning(error, localizer)];
  if (error.detail !== '') parts.push(t('The server says: {detail}', { detail: error.detail }));
  for (const field of error.fieldErrors.slice(0, 5)) {
    parts.push(`${field.path.join('.')}: ${field.message}`);
  }
  if (error.requestId !== '') parts.push(t('Request id: {id}.', { id: error.requestId }));
  return parts.join(' ');
}

function statusMeaning(error: HttpStatusError, { t, plural }: Localizer): string {
  const wait = Math.ceil((error.retryAfterMs ?? 0) / 1000);
  switch (error.status) {
    case 400:
    case 422:
      return t('The server refused the data (HTTP {status}).', { status: error.status });
    case 401:
      return t('The token is wrong or has expired (HTTP 401). Sign in again with a new one.');
    case 403:
      return t('Your token does not permit this (HTTP 403).');
    case 404:
      return t('The server does not know it (HTTP 404): it is gone, or the URL of the server is wrong.');
    case 405:
      return t('The server does not allow this (HTTP 405).');
    case 407:
      return t('The proxy asks for a sign-in (HTTP 407). Check the proxy settings.');
    case 409:
    case 412:
      return t('It was changed on the server meanwhile (HTTP {status}).', { status: error.status });
    case 413:
      return t('The server finds the request too large (HTTP 413).');
    case 414:
      return t('The server finds the address of the request too long (HTTP 414).');
    case 415:
      return t(
        'The server does not take JSON here (HTTP 415): this is not such a server, or its URL is wrong.',
      );
    case 429:
      return error.retryAfterMs === undefined
        ? t('The server asks for fewer requests (HTTP 429). Try again later.')
        : plural(
            'The server asks for fewer requests (HTTP 429). Try again in {count} second.|The server asks for fewer requests (HTTP 429). Try again in {count} seconds.',
            wait,
          );
    case 502:
    case 503:
    case 504:
      return t('The server is not available at the moment (HTTP {status}). Try again later.', {
        status: error.status,
      });
    default:
      return error.status >= 500
        ? t('The server failed (HTTP {status}). Try again later, or ask who runs it.', {
            status: error.status,
          })
        : t('The server refused with HTTP {status}.', { status: error.status });
  }
}
