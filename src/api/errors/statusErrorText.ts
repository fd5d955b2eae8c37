import type { Localizer } from '../../util/localizer.ts';
import type { HttpStatusError } from './httpStatusError.ts';

/** The meaning of a status other than 2xx, with the server's own message. */
export function statusText(error: HttpStatusError, localizer: Localizer): string {
  const { t } = localizer;
  const parts = [statusMeaning(error, localizer)];
  if (error.detail !== '') parts.push(t('Response from the server: {detail}', { detail: error.detail }));
  for (const field of error.fieldErrors.slice(0, 5)) {
    parts.push(`${field.path.join('.')}: ${field.message}`);
  }
  if (error.requestId !== '') parts.push(t('Request ID: {id}.', { id: error.requestId }));
  return parts.join(' ');
}

function statusMeaning(error: HttpStatusError, { t, plural }: Localizer): string {
  const wait = Math.ceil((error.retryAfterMs ?? 0) / 1000);
  switch (error.status) {
    case 400:
    case 422:
      return t('The server rejected the data (HTTP {status}).', { status: error.status });
    case 401:
      return t('The token is invalid or has expired (HTTP 401). Sign in again with a new one.');
    case 403:
      return t('Your token does not allow this (HTTP 403).');
    case 404:
      return t(
        'Not found on the server (HTTP 404). It may have been deleted, or the URL of the server is wrong.',
      );
    case 405:
      return t('The server does not allow this (HTTP 405).');
    case 407:
      return t('The proxy requires authentication (HTTP 407). Check the proxy settings.');
    case 409:
    case 412:
      return t('It has changed on the server in the meantime (HTTP {status}).', { status: error.status });
    case 413:
      return t('The request is too large for the server (HTTP 413).');
    case 414:
      return t('The URL of the request is too long for the server (HTTP 414).');
    case 415:
      return t(
        'The server does not accept JSON here (HTTP 415). Check the URL: this may not be a remote desktop management server.',
      );
    case 429:
      return error.retryAfterMs === undefined
        ? t('Too many requests (HTTP 429). Try again later.')
        : plural(
            'Too many requests (HTTP 429). Try again in {count} second.|Too many requests (HTTP 429). Try again in {count} seconds.',
            wait,
          );
    case 502:
    case 503:
    case 504:
      return t('The server is temporarily unavailable (HTTP {status}). Try again later.', {
        status: error.status,
      });
    default:
      return error.status >= 500
        ? t('The server returned an error (HTTP {status}). Try again later, or contact its administrator.', {
            status: error.status,
          })
        : t('The server rejected the request (HTTP {status}).', { status: error.status });
  }
}
