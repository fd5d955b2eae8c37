import type { Localizer } from '../../util/localizer.ts';
import type { HttpStatusError } from './httpStatusError.ts';

const meanings = [
  [[400, 422], 'The server rejected the data (HTTP {status}).'],
  [[401], 'The token is invalid or has expired (HTTP 401). Sign in again with a new one.'],
  [[403], 'Your token does not allow this (HTTP 403).'],
  [[404], 'Not found on the server (HTTP 404). It may have been deleted, or the URL of the server is wrong.'],
  [[405], 'The server does not allow this (HTTP 405).'],
  [[407], 'The proxy requires authentication (HTTP 407). Check the proxy settings.'],
  [[409, 412], 'It has changed on the server in the meantime (HTTP {status}).'],
  [[413], 'The request is too large for the server (HTTP 413).'],
  [[414], 'The URL of the request is too long for the server (HTTP 414).'],
  [
    [415],
    'The server does not accept JSON here (HTTP 415). Check the URL: this may not be a remote desktop management server.',
  ],
  [[429], 'Too many requests (HTTP 429). Try again later.'],
  [[502, 503, 504], 'The server is temporarily unavailable (HTTP {status}). Try again later.'],
] as const;

/** Explains a status other than 2xx, with the server's own message. */
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

function statusMeaning({ status, retryAfterMs }: HttpStatusError, { t, plural }: Localizer): string {
  if (status === 429 && retryAfterMs !== undefined) {
    return plural(
      'Too many requests (HTTP 429). Try again in {count} second.|Too many requests (HTTP 429). Try again in {count} seconds.',
      Math.ceil(retryAfterMs / 1000),
    );
  }
  const [, meaning] = meanings.find(([statuses]) => statuses.some(known => known === status)) ?? [];
  const other =
    status >= 500
      ? 'The server returned an error (HTTP {status}). Try again later, or contact its administrator.'
      : 'The server rejected the request (HTTP {status}).';
  return t(meaning ?? other, { status });
}
