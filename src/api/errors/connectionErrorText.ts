import type { Localizer } from '../../util/localizer.ts';
import type { ConnectionError } from './connectionError.ts';

type T = Localizer['t'];

/** Why there is no complete response. */
export function connectionText(error: ConnectionError, localizer: Localizer): string {
  const { t } = localizer;
  const { host } = new URL(error.request.origin);
  switch (error.reason) {
    case 'dns':
      return t('Could not resolve {host} ({code}). Check the URL and your network.', {
        host,
        code: error.code,
      });
    case 'refused':
      return t('{host} refused the connection ({code}). Check the port, and whether the server is running.', {
        host,
        code: error.code,
      });
    case 'unreachable':
      return t('{host} cannot be reached ({code}). Check your network or VPN.', { host, code: error.code });
    case 'connectTimeout':
      return t('Timed out connecting to {host}. Check your network or VPN.', { host });
    case 'certificate':
      return t('The certificate of {host} is not trusted: {reason} ({code}).', {
        host,
        reason: certificateText(error.code, localizer),
        code: error.code,
      });
    case 'tls':
      return t(
        'Could not establish a secure connection to {host} ({code}). Check that the server uses HTTPS on this port.',
        {
          host,
          code: error.code,
        },
      );
    case 'proxy':
      return proxyText(host, error.code, t);
    case 'headersTimeout':
      return t('{host} accepted the request but did not respond in time. Try again later.', { host });
    case 'bodyTimeout':
      return t('The response from {host} stopped before it was complete. Try again.', { host });
    case 'tooSlow':
      return t('{host} responded too slowly. Try again later.', { host });
    case 'reset':
      return t('The connection to {host} broke before the response was complete ({code}). Try again.', {
        host,
        code: error.code,
      });
    case 'closed':
      return t(
        'The connection to {host} was closed because the settings or the token of the server changed. Try again.',
        { host },
      );
    case 'other':
      return t('The connection to {host} failed ({code}).', { host, code: error.code });
  }
}

function proxyText(host: string, code: string, t: T): string {
  if (code === 'HTTP 407')
    return t('The proxy requires authentication (HTTP 407). Check the proxy settings.');
  return code.startsWith('HTTP') || code === 'UND_ERR_ABORTED'
    ? t('The proxy rejected the connection to {host} ({code}). Check the proxy settings.', { host, code })
    : t('The proxy for {host} cannot be used ({code}). Check the proxy settings of VS Code.', {
        host,
        code,
      });
}

/** The problem of a certificate, by OpenSSL's or Node's code, as a clause. */
export function certificateText(code: string, { t }: Localizer): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return t('it has expired');
    case 'CERT_NOT_YET_VALID':
      return t('it is not valid yet');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return t('it is self-signed');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return t('its chain ends in a self-signed certificate');
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return t('its issuer is not known to this computer');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return t('it was issued for another name');
    case 'CERT_NOT_THE_TRUSTED_ONE':
      return t('it is not the certificate that you trusted for this server');
    case 'CERT_FILE_UNREADABLE':
      return t('the CA file for this server cannot be read or contains no certificate');
    case 'CERT_REVOKED':
      return t('it was revoked');
    default:
      return t('it could not be verified');
  }
}
