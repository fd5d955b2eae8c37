import type { Localizer } from '../../util/localizer.ts';
import { isKeyOf } from '../../util/tables.ts';
import type { ConnectionError } from './connectionError.ts';

const texts = {
  dns: 'Could not resolve {host} ({code}). Check the URL and your network.',
  refused: '{host} refused the connection ({code}). Check the port, and whether the server is running.',
  unreachable: '{host} cannot be reached ({code}). Check your network or VPN.',
  connectTimeout: 'Timed out connecting to {host}. Check your network or VPN.',
  certificate: 'The certificate of {host} is not trusted: {reason} ({code}).',
  tls: 'Could not establish a secure connection to {host} ({code}). Check that the server uses HTTPS on this port.',
  headersTimeout: '{host} accepted the request but did not respond in time. Try again later.',
  bodyTimeout: 'The response from {host} stopped before it was complete. Try again.',
  tooSlow: '{host} responded too slowly. Try again later.',
  reset: 'The connection to {host} broke before the response was complete ({code}). Try again.',
  closed:
    'The connection to {host} was closed because the settings or the token of the server changed. Try again.',
  other: 'The connection to {host} failed ({code}).',
  proxyLogin: 'The proxy requires authentication (HTTP 407). Check the proxy settings.',
  proxyRejected: 'The proxy rejected the connection to {host} ({code}). Check the proxy settings.',
  proxyUnusable: 'The proxy for {host} cannot be used ({code}). Check the proxy settings of VS Code.',
} as const;

/** The reason for the missing or incomplete response. */
export function connectionText({ request, reason, code }: ConnectionError, localizer: Localizer): string {
  const { host } = new URL(request.origin);
  const text = texts[reason === 'proxy' ? proxyProblem(code) : reason];
  return localizer.t(text, { host, code, reason: certificateText(code, localizer) });
}

function proxyProblem(code: string): keyof typeof texts {
  if (code === 'HTTP 407') return 'proxyLogin';
  return code.startsWith('HTTP') || code === 'UND_ERR_ABORTED' ? 'proxyRejected' : 'proxyUnusable';
}

/** By the error code of OpenSSL or Node. */
const certificateTexts = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not known to this computer',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not known to this computer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known to this computer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
  CERT_NOT_THE_TRUSTED_ONE: 'it is not the certificate that you trusted for this server',
  CERT_FILE_UNREADABLE: 'the CA file for this server cannot be read or contains no certificate',
  CERT_REVOKED: 'it was revoked',
} as const;

/** Describes the problem of a certificate, as a clause. */
export function certificateText(code: string, { t }: Localizer): string {
  return t(isKeyOf(certificateTexts, code) ? certificateTexts[code] : 'it could not be verified');
}
